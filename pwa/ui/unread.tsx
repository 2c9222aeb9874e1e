import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** In place of what could not be read, such as 'Your orders'. */
export const Unread = ({ what, message, again }: { what: string; message: string; again: () => void }) => (
  <Alert kind="bad" title={`${what} could not be read.`}>
    <p>{message}</p>
    <Button type="button" kind="secondary" onClick={again}>Try again</Button>
  </Alert>
)
