import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'

/** In place of what could not be read. */
export const Unread = ({ what, message, again }: { what: string; message: string; again: () => void }) => (
  <Alert kind="bad" title={`${what} could not be read.`}>
    <p>{message}</p>
    <Button kind="secondary" onClick={again}>Try again</Button>
  </Alert>
)
