import Search from 'lucide-react/icons/search'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { textOf } from '#pwa/lib/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import styles from './header.module.css'

/** Opens the search of the whole shop. */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const close = () => setOpen(false)
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = textOf(new FormData(event.currentTarget), 'search')
    close()
    void navigate(wanted ? `/shop?search=${encodeURIComponent(wanted)}` : '/shop')
  }
  return (
    <>
      <button type="button" className={styles.iconLink} style={{ background: 'none', border: 0 }} onClick={() => setOpen(true)} aria-label="Search">
        <Search size={20} aria-hidden /><span className={styles.wide}>Search</span>
      </button>
      <Dialog open={open} onClose={close} title="Search for Product.">
        <form className={styles.search} role="search" onSubmit={go}>
          <TextField label="Name" name="search" type="search" placeholder="Enter name of product ..." autoComplete="off" enterKeyHint="search" required />
          <Button icon={<Search size={20} aria-hidden />}>Search</Button>
        </form>
      </Dialog>
    </>
  )
}
