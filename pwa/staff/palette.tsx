import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SignedIn } from '#pwa/session/session.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { clearanceOf } from '#sync/protocol/roles.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { PalettePanel } from './palette-panel.tsx'
import styles from './rail.module.css'
import { isDialogOpen } from './use-shortcut.ts'
import * as words from './staff-words.ts'

/** Ctrl+K, or ⌘K, opens it anywhere in the back office. */
export function Palette({ user }: { user: SignedIn }) {
  const { key } = useLocation()
  const [openedAt, openAt] = useState<string | null>(null)
  const isOpen = openedAt === key
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        isDialogOpen()
      )
        return
      event.preventDefault()
      openAt(key)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [key])
  return (
    <>
      <button
        type="button"
        className={styles.find}
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={words.findAnything}
        title={words.findAnythingKeys}
        onClick={() => openAt(key)}
      >
        <Search size={20} aria-hidden />
        <span aria-hidden>{words.find}</span>
        <kbd aria-hidden>{words.findKeys}</kbd>
      </button>
      <Dialog open={isOpen} onClose={() => openAt(null)} title={words.findAnything}>
        <PalettePanel clearance={clearanceOf(user.role_code)} onLeave={() => openAt(null)} />
      </Dialog>
      <KeysDialog />
    </>
  )
}
