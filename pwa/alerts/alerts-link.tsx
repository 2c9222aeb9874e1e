import { api } from '#pwa/lib/api.ts'
import * as words from './alert-words.ts'
import { LetterLink } from './letter-link.tsx'

/** The page behind the links in an alert's letters. */
export const AlertsLink = () => (
  <LetterLink
    texts={words}
    confirm={token => api('POST /api/alerts/confirm/:token', { params: { token } })}
    off={{ ...words, turnOff: token => api('POST /api/alerts/off/:token', { params: { token } }) }}
  />
)
