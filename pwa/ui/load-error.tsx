import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import * as words from './ui-words.ts'

<<<<<<< HEAD:pwa/ui/unread.tsx
/** Replaces data that could not load, such as 'Your orders'. */
export const Unread = ({ what, message, again }: { what: string; message: string; again: () => void }) => (
=======
/** In place of what could not be read, such as 'Your orders'. */
export const LoadError = ({ what, message, again }: { what: string; message: string; again: () => void }) => (
>>>>>>> 2a578a6 (Name twins by what they do, unite crumbs, and hold hooks and words to their names):pwa/ui/load-error.tsx
  <Alert kind="bad" title={words.unread(what)}>
    <p>{message}</p>
    <Button type="button" kind="secondary" onClick={again}>
      {words.tryAgain}
    </Button>
  </Alert>
)
