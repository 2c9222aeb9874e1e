import { Fragment } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Unread, type Read } from '../kit/unread.tsx'
import styles from './people.module.css'

interface Props {
  user: StaffUser
  read: Read
  isMe: boolean
}

/** Somebody whom whoever is signed in may see, but not change, and why. */
export function UserShown({ user: { id, name, email, phone, role, status_code, created_at }, read, isMe }: Props) {
  const facts = [
    ['Email', email],
    ['Phone', phone ? formatPhone(phone) : '–'],
    ['Role', role.name],
    ['Status', status_code === 'ACTIVE' ? 'Active' : 'Inactive'],
    ['Since', formatDate(created_at)],
  ] as const
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{name}</h1>
        <ButtonLink to="/staff/users" kind="secondary">
          Go Back
        </ButtonLink>
      </div>
      <Unread of={read} />
      <Alert kind="info">
        {isMe ? (
          <>
            This is you. Your name, email and password are changed in{' '}
            <Link to="/account-area/details">your account</Link>, two-step verification under{' '}
            <Link to="/staff/security">Security</Link>; your role by someone with a higher role.
          </>
        ) : (
          'Only someone with a higher role can change this user.'
        )}
      </Alert>
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
