import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import { ApproveTill } from '../tills/approve-till.tsx'
import * as words from './exception-words.ts'

interface Props {
  till_id: number
  key_id: string
  /** Called with the server's message. */
  onApproved: (message: string) => void
}

/** Approves the till that an exception is about, which closes the exception. */
export const NewTill = (asked: Props) => (
  <div className={page.stack}>
    <p>
      {words.isItOurs} <Link to={`/staff/tills/${asked.till_id}/view`}>{words.seeTheTill}</Link>
    </p>
    <ApproveTill {...asked} />
  </div>
)
