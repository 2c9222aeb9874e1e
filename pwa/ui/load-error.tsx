import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import * as words from './ui-words.ts'

/** Replaces data that could not load, such as 'Your orders'. */
export const LoadError = ({ what, message, again }: { what: string; message: string; again: () => void }) => (
  <Alert kind="bad" title={words.unread(what)}>
    <p>{message}</p>
    <Button type="button" kind="secondary" onClick={again}>
      {words.tryAgain}
    </Button>
  </Alert>
)
