import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { Dialog } from '#pwa/ui/dialog.tsx'
import styles from './header.module.css'
import { SearchPanel } from './search-panel.tsx'

/** Opens the search of the whole shop. */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className={styles.iconLink} style={{ background: 'none', border: 0 }} onClick={() => setOpen(true)} aria-label="Search">
        <Search size={20} aria-hidden /><span className={styles.wide}>Search</span>
      </button>
      <Dialog open={open} onClose={close} title="Search for Product."><SearchPanel onLeave={close} /></Dialog>
    </>
  )
}
