import { Refusal } from '#api/boot/refusal.ts'
import { DUMP, withArchive, type Archive } from '#api/operations/archive.ts'
import { findFaults, loadDump, withScratchDatabase } from '#api/operations/scratch-database.ts'
import type { TarEntry } from '#api/operations/tar.ts'

interface Ways {
  pause?: () => Promise<void>
  /** Keeps each picture; without it pictures are only counted. */
  keep?: (picture: TarEntry) => Promise<void>
}

/**
 * Restores an archive into a scratch database and counts its pictures. Returns what is wrong with it.
 * @throws {Refusal} if the archive cannot be read to its end
 */
export const tryOut = (url: string, archive: Archive, { pause, keep }: Ways = {}): Promise<string[]> =>
  withArchive(archive, ({ manifest, entries }) =>
    withScratchDatabase(url, async scratch => {
      let uploads = 0
      for await (const entry of entries) {
        if (entry.name === DUMP) {
          await loadDump(scratch, entry.content, pause)
          continue
        }
        await keep?.(entry)
        uploads += 1
      }
      const faults = await findFaults(scratch, manifest.tables).catch(inWords)
      return uploads === manifest.uploads
        ? faults
        : [...faults, `it holds ${uploads} pictures, not ${manifest.uploads}`]
    }),
  )

/** Tables are missing if the database is not a shop's. */
function inWords(error: Error): string[] {
  if (error instanceof Refusal || !('errno' in error)) throw error
  return [`its database cannot be read (${error.message.split('\n')[0]})`]
}
