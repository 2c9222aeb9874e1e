import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureWidth } from '#sync/protocol/catalogue.ts'

/** Where a picture of this name and width lies under the folder of uploads. */
export const picturePath = (uploadsDir: string, name: string, width: PictureWidth) => join(uploadsDir, 'pictures', `${name}-${width}.webp`)

/**
 * Puts a picture's files where the shop serves them from. Names are made from the content, so what is there already is the
 * same; whole files appear or none, even when the machine stops in between.
 */
export async function storePicture(uploadsDir: string, { name, files }: { name: string; files: readonly { width: PictureWidth; webp: Uint8Array }[] }): Promise<void> {
  await mkdir(join(uploadsDir, 'pictures'), { recursive: true })
  for (const { width, webp } of files) {
    const path = picturePath(uploadsDir, name, width)
    if (await isThere(path)) continue
    const draft = `${path}.${randomUUID()}`
    try {
      await writeFile(draft, webp)
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
  }
}

export const isThere = (path: string): Promise<boolean> => access(path).then(() => true, () => false)
