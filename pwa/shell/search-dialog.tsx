import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { Catch } from '#pwa/lib/routed.tsx'
import { ahead } from '#pwa/browser/thrift.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import * as words from './frame-words.ts'
import styles from './header.module.css'
import { ScreenError } from './screen-error.tsx'

const fetchPanel = () => import('./search-panel.tsx')
const SearchPanel = lazyPart(fetchPanel, 'SearchPanel', <Loader rows={2} height={44} />)
/** A pointer near the button is likely to press it. */
const fetchAhead = () => ahead(fetchPanel)

/** Opens the search of the whole shop, as does an address that ends in #search. */
export function SearchButton() {
  const location = useLocation()
  const { hash } = location
  const isMounted = useMounted()
  const [opened, setOpened] = useState(hash)
  const [open, setOpen] = useState(hash === '#search')
  if (hash !== opened) {
    setOpened(hash)
    if (hash === '#search') setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className={styles.iconLink}
        style={{ background: 'none', border: 0 }}
        onClick={() => setOpen(true)}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        aria-label={words.search}
      >
        <Search size={20} aria-hidden />
        <span className={styles.wide}>{words.search}</span>
      </button>
      <Dialog open={open && isMounted} onClose={close} title={words.searchForProduct}>
        <Catch fallback={ScreenError} at={location}>
          <SearchPanel onLeave={close} />
        </Catch>
      </Dialog>
    </>
  )
}
