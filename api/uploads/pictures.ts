import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { access, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_WIDTHS, type PictureWidth } from '#sync/protocol/shop/catalogue.ts'

/** The path of a picture by name and width, inside the uploads folder. */
export const picturePath = (uploadsDir: string, name: string, width: PictureWidth) =>
  join(uploadsDir, 'pictures', `${name}-${width}.webp`)

/** The path of the picture that messengers show. */
export const sharePath = (uploadsDir: string, name: string) => join(uploadsDir, 'pictures', `${name}-630.jpg`)

/**
 * Moves a picture's files to where the shop serves them. Names are derived from the content, so an existing file is the
 * same one. Files appear whole or not at all, even after a crash.
 */
export async function storePicture(uploadsDir: string, { name, files, jpeg }: StoredFiles): Promise<void> {
  await mkdir(join(uploadsDir, 'pictures'), { recursive: true })
  for (const { width, webp } of files) await storeFile(picturePath(uploadsDir, name, width), webp)
  if (jpeg) await storeFile(join(uploadsDir, 'pictures', `${name}.jpg`), jpeg)
}

/** Deletes a picture's files, so that nobody opens it by its address any more. */
export function deletePicture(uploadsDir: string, name: string): void {
  for (const width of PICTURE_WIDTHS) rmSync(picturePath(uploadsDir, name, width), { force: true })
  rmSync(join(uploadsDir, 'pictures', `${name}.jpg`), { force: true })
  rmSync(sharePath(uploadsDir, name), { force: true })
}

interface StoredFiles {
  name: string
  files: readonly { width: PictureWidth; webp: Uint8Array }[]
  jpeg?: Uint8Array
}

/** Writes a file of a picture; an existing one is the same. */
export async function storeFile(path: string, content: Uint8Array): Promise<void> {
  if (await touch(path)) return
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, content)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Whether it exists; marks it as new, so that the sweep spares it until a row names it. */
const touch = (path: string): Promise<boolean> =>
  utimes(path, new Date(), new Date()).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

const DRAFT = /\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whether a file is still being written, or was when the machine crashed. */
export const isDraft = (file: string) => DRAFT.test(file)

/** The name of the picture a file or draft belongs to; null if it is not one of ours. */
export const nameOfPicture = (file: string): string | null =>
  /^(.+?)(-\d+)?\.(webp|jpg)$/.exec(file.replace(DRAFT, ''))?.[1] ?? null

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
