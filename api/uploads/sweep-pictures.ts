import { rmSync, statSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { inBatches } from '#api/lists/csv.ts'
import { log } from '#api/http/log.ts'
import { isDraft, nameOfPicture } from '#api/uploads/pictures.ts'

const DAY_MS = 86_400_000
/** The rest waits for the next round. */
const MOST = 5_000

/** Deletes picture and photo files that no row names and that are a day old. Returns how many. */
export async function sweepPictures(now = Date.now()): Promise<number> {
  const gone = {
    pictures: await sweepFolder(join(env.uploadsDir, 'pictures'), shownPictures, now),
    returns: await sweepFolder(join(env.uploadsDir, 'returns'), shownPhotos, now),
  }
  if (gone.pictures + gone.returns > 0) log.info({ files: gone }, 'files of pictures that nothing shows are gone')
  return gone.pictures + gone.returns
}

async function sweepFolder(folder: string, shown: () => Promise<Set<string>>, now: number): Promise<number> {
  const before = await shown()
  const old: string[] = []
  for await (const { name: file } of await opendir(folder, { bufferSize: 1000 }).catch(() => [])) {
    if (isNeeded(file, before) || !isOld(join(folder, file), now)) continue
    old.push(file)
    if (old.length === MOST) break
  }
  if (old.length === 0) return 0
  const since = await shown()
  // Checked again at once: a request about to show it has touched it.
  const gone = old.filter(file => !isNeeded(file, since) && isOld(join(folder, file), now))
  for (const file of gone) rmSync(join(folder, file), { force: true })
  return gone.length
}

/** Keeps files that are not ours, but not unfinished drafts. */
function isNeeded(file: string, shown: ReadonlySet<string>): boolean {
  const name = nameOfPicture(file)
  return name === null || (shown.has(name) && !isDraft(file))
}

/** Whether the file was last written, renamed, linked or touched over a day ago. */
function isOld(path: string, now: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && Math.max(stats.ctimeMs, stats.mtimeMs) < now - DAY_MS
}

async function shownPictures(): Promise<Set<string>> {
  const names = new Set<string>()
  const after = (id: number) =>
    select<{ id: number; name: string }>(
      'SELECT id, name FROM product_images WHERE id > ? AND name IS NOT NULL ORDER BY id LIMIT 5000',
      [id],
    )
  for await (const { name } of inBatches(after)) names.add(name)
  const sent = (id: number) =>
    select<{ id: number; name: string }>('SELECT id, name FROM review_pictures WHERE id > ? ORDER BY id LIMIT 5000', [
      id,
    ])
  for await (const { name } of inBatches(sent)) names.add(name)
  for (const { link } of await select<{ link: string }>(
    'SELECT icon_link AS link FROM categories WHERE icon_link IS NOT NULL UNION SELECT banner_link FROM categories WHERE banner_link IS NOT NULL',
  )) {
    const name = nameOfPicture(link.split('/').at(-1)!)
    if (name !== null) names.add(name)
  }
  return names
}

async function shownPhotos(): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of inBatches(id =>
    select<{ id: number; name: string }>('SELECT id, name FROM refund_photos WHERE id > ? ORDER BY id LIMIT 5000', [
      id,
    ]),
  ))
    names.add(name)
  return names
}
