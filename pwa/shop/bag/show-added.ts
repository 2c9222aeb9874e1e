import { getDefaultStore } from 'jotai'
import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { say } from '#pwa/lib/notice.ts'
import { added } from './added.ts'
import * as words from './gathered-words.ts'

export const loadDrawer = () => import('./bag-drawer.tsx')

/** Opens the drawer with what was added. If its code does not arrive, a notice says that it was added. */
export function showAdded(variation_id: number, from: HTMLElement): void {
  void loadChunk(loadDrawer).then(
    () => getDefaultStore().set(added, { variation_id, from }),
    (error: unknown) => {
      if (!(error instanceof ChunkError)) throw error
      say({ words: words.added, link: { to: '/cart', words: words.viewBag } })
    },
  )
}
