import { readFile } from 'node:fs/promises'
import { env } from '#api/env.ts'
import { pictureMaker } from '#api/uploads/photo.ts'
import { isThere, picturePath, sharePath, storeFile } from '#api/uploads/pictures.ts'

/** What messengers show large; they cut anything of another shape. */
export const SHARE_SIZE = { width: 1200, height: 630 }
const BLUR = 36

/** Makes the picture that messengers show, when one first asks. Nothing without the picture itself. */
export async function makeSharePicture(file: string): Promise<void> {
  const [, name] = /^([\da-f]{16,64})-630\.jpg$/.exec(file) ?? []
  if (!name || (await isThere(sharePath(env.uploadsDir, name)))) return
  await (making.get(name) ?? inTurn(name))
}

const making = new Map<string, Promise<void>>()
let last: Promise<void> = Promise.resolve()

/** One at a time: a crawler may ask for a whole catalogue. */
function inTurn(name: string): Promise<void> {
  const turn = last.then(() => make(name)).finally(() => making.delete(name))
  last = turn.catch(() => {})
  making.set(name, turn)
  return turn
}

/** The whole picture in the middle, on its own colours. */
async function make(name: string): Promise<void> {
  const stored = await readFile(picturePath(env.uploadsDir, name, 1200)).catch(() => null)
  if (!stored) return
  const sharp = await pictureMaker()
  const whole = await sharp(stored)
    .resize({ ...SHARE_SIZE, fit: 'inside' })
    .toBuffer()
  const shared = await sharp(stored)
    .resize({ ...SHARE_SIZE, fit: 'cover' })
    .blur(BLUR)
    .composite([{ input: whole, gravity: 'centre' }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
  await storeFile(sharePath(env.uploadsDir, name), shared)
}
