import { Fragment } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Unread, type Read } from '../kit/unread.tsx'
import styles from './people.module.css'
import * as words from './people-words.tsx'

interface Props {
  user: StaffUser
  read: Read
  isMe: boolean
}

/** A user whom the signed-in user may see but not change, with the reason. */
export function UserShown({ user: { id, name, email, phone, role, status_code, created_at }, read, isMe }: Props) {
  const facts = [
    [words.email, email],
    [words.phone, phone ? formatPhone(phone) : '–'],
    [words.role, role.name],
    [words.status, status_code === 'ACTIVE' ? words.active : words.inactive],
    [words.since, formatDate(created_at)],
  ] as const
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{name}</h1>
        <ButtonLink to="/staff/users" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      <Unread of={read} />
      <Alert kind="info">{isMe ? <words.ThisIsYou /> : words.askHigherRole}</Alert>
      <dl className={styles.facts}>
        {facts.map(([head, value]) => (
          <Fragment key={head}>
            <dt>{head}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <HistoryPanel subject="user" id={id} />
    </div>
  )
}
