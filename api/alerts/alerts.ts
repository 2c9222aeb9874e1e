import { isConfirmed } from '#api/auth/confirm-email.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { queueConfirmLetter } from '#api/alerts/confirm-letters.ts'
import { isToken, lockContactBy, mailContact, newToken, pushContact, type Contact } from '#api/alerts/contacts.ts'
import { readSubjects, type Subject } from '#api/alerts/subjects.ts'
import { invalid, notFound } from '#api/errors.ts'
import type { Session } from '#api/http/access.ts'
import { lockOwner, ownedBy, ownerKey, ownerOf, type Owner } from '#api/http/owner.ts'
import {
  ALERT_KINDS,
  type AlertAsked,
  type AlertChannel,
  type AlertKind,
  type OwnAlert,
} from '#sync/protocol/shop/alert.ts'

/** Most alerts that one shopper waits for. */
export const MOST_ALERTS = 30

interface Row {
  id: number
  kind: AlertKind
  subject_id: number
  by: AlertChannel
  is_confirmed: number
}

/** A shopper's alerts that have not come yet, the newest first. */
export async function listAlerts(owner: Owner): Promise<OwnAlert[]> {
  const rows = await select<Row>(
    `SELECT a.id, a.kind, a.subject_id, IF(c.email IS NULL, 'PUSH', 'MAIL') AS \`by\`,
      a.confirmed_at IS NOT NULL AS is_confirmed
    FROM alerts a JOIN alert_contacts c ON c.id = a.contact_id
    WHERE ${ownedBy(owner, 'a.')} AND a.told_at IS NULL ORDER BY a.id DESC`,
    { ...owner },
  )
  const subjects = new Map<AlertKind, Map<number, Subject>>()
  for (const kind of ALERT_KINDS) {
    const ids = rows.filter(row => row.kind === kind).map(({ subject_id }) => subject_id)
    subjects.set(kind, await readSubjects(kind, ids))
  }
  return rows.flatMap(row => {
    const subject = subjects.get(row.kind)!.get(row.subject_id)
    return subject ? [alertFrom(row, subject)] : []
  })
}

const alertFrom = ({ id, kind, subject_id, by, is_confirmed }: Row, { name, path }: Subject): OwnAlert => ({
  id,
  kind,
  subject_id,
  by,
  is_confirmed: is_confirmed === 1,
  name,
  path,
})

/**
 * Notes that somebody wants to be told. A guest's email address is asked first, unless this guest has confirmed it;
 * asking twice changes nothing.
 * @throws 422 if there is nothing to wait for, or too much is waited for already
 */
export const askAlert = (session: Session, asked: AlertAsked): Promise<OwnAlert> =>
  inTransaction(async () => {
    const owner = ownerOf(session)
    await lockOwner(owner)
    const subject = await subjectOf(owner, asked)
    const contact = await contactOf(session, asked)
    const confirmed = asked.push !== undefined || (await isTrusted(contact, session))
    const known = await findAlert(contact.id, owner, asked)
    if (!known) await refuseTooMany(owner)
    const id = known ?? (await insertAlert(contact, owner, { ...asked, subject, confirmed }))
    if (confirmed) await keepOnly(contact.id, id)
    else await queueConfirmLetter({ contact, alert_id: id, name: subject.name })
    return alertFrom(
      {
        id,
        kind: asked.kind,
        subject_id: asked.subject_id,
        by: asked.push ? 'PUSH' : 'MAIL',
        is_confirmed: Number(confirmed),
      },
      subject,
    )
  })

const NOT_AHEAD: Record<AlertKind, string> = {
  STOCK: 'You can buy this now. Reload the page.',
  PRICE: 'This product is not for sale.',
  READY: 'This order is already ready or finished.',
}

async function subjectOf(owner: Owner, { kind, subject_id, push }: AlertAsked): Promise<Subject> {
  const subject = (await readSubjects(kind, [subject_id])).get(subject_id)
  if (!subject) throw invalid({ subject_id: ['We cannot find this.'] })
  const { owner: whose, is_ahead } = subject
  if (whose && (whose.user_id !== owner.user_id || whose.session_id !== owner.session_id)) throw notFound('Order')
  if (!is_ahead) throw invalid({ subject_id: [NOT_AHEAD[kind]] })
  if (kind === 'READY' && !push) throw invalid({ push: ['We email you about every order. Choose notifications.'] })
  return subject
}

function contactOf(session: Session, { email, push }: AlertAsked): Promise<Contact> {
  if (push) return pushContact(push, session.id, ownerOf(session))
  const address = session.user?.email ?? email
  if (!address) throw invalid({ email: ['Enter your email address.'] })
  return mailContact(address)
}

/**
 * An account's own confirmed address, or one that was confirmed for an alert of this session; after it was turned off,
 * only by its owner again.
 */
async function isTrusted({ id, off_at }: Contact, { id: session_id, user }: Session): Promise<boolean> {
  if (off_at) return false
  if (user && (await isConfirmed(user.id))) return true
  return (
    (await selectOne(
      'SELECT id FROM alerts WHERE contact_id = ? AND session_id = ? AND confirmed_at IS NOT NULL LIMIT 1',
      [id, session_id],
    )) !== null
  )
}

const findAlert = async (contact_id: number, owner: Owner, { kind, subject_id }: AlertAsked): Promise<number | null> =>
  (
    await selectOne<{ id: number }>(
      `SELECT id FROM alerts WHERE contact_id = :contact_id AND kind = :kind AND subject_id = :subject_id
        AND ${ownedBy(owner)} AND told_at IS NULL`,
      { ...owner, contact_id, kind, subject_id },
    )
  )?.id ?? null

async function refuseTooMany(owner: Owner): Promise<void> {
  const waiting = await selectOne<{ n: number }>(
    `SELECT COUNT(*) AS n FROM alerts WHERE ${ownedBy(owner)} AND told_at IS NULL`,
    { ...owner },
  )
  if (waiting!.n >= MOST_ALERTS)
    throw invalid({ subject_id: [`You already have ${MOST_ALERTS} alerts. Turn one off first.`] })
}

interface Wanted extends AlertAsked {
  subject: Subject
  confirmed: boolean
}

async function insertAlert(contact: Contact, owner: Owner, wanted: Wanted): Promise<number> {
  const { kind, subject_id, subject, confirmed } = wanted
  // One that has come before gives way, so that its letter's key is not used again.
  await execute(
    `DELETE FROM alerts WHERE contact_id = :contact_id AND kind = :kind AND subject_id = :subject_id
      AND ${ownedBy(owner)}`,
    { ...owner, contact_id: contact.id, kind, subject_id },
  )
  const id = await insertRow('alerts', {
    ...owner,
    owner_key: ownerKey(owner),
    contact_id: contact.id,
    kind,
    subject_id,
    price: kind === 'PRICE' ? subject.price : null,
    confirm_token: newToken(),
  })
  if (confirmed) await execute('UPDATE alerts SET confirmed_at = NOW(3) WHERE id = ?', [id])
  return id
}

/** Somebody who asked on two devices is told once. */
const keepOnly = (contact_id: number, id: number) =>
  execute(
    `DELETE o FROM alerts o JOIN alerts a ON a.id = :id AND o.kind = a.kind AND o.subject_id = a.subject_id
      AND o.id <> a.id WHERE o.contact_id = :contact_id AND o.confirmed_at IS NOT NULL AND o.told_at IS NULL`,
    { contact_id, id },
  )

/** @throws 404, also for somebody else's */
export async function removeAlert(owner: Owner, id: number): Promise<void> {
  const gone = await execute(`DELETE FROM alerts WHERE id = :id AND ${ownedBy(owner)} AND told_at IS NULL`, {
    ...owner,
    id,
  })
  if (gone === 0) throw notFound('Alert')
}

/** Confirms what one guest asked for at an address, by the link in the letter. @throws 404 */
export const confirmAlerts = (token: string): Promise<void> =>
  inTransaction(async () => {
    const found = isToken(token)
      ? await selectOne<{ contact_id: number }>('SELECT contact_id FROM alerts WHERE confirm_token = ?', [token])
      : null
    const contact = found && (await lockContactBy('id', found.contact_id))
    if (!contact) throw notFound('Link')
    await execute('UPDATE alert_contacts SET off_at = NULL WHERE id = ?', [contact.id])
    const waiting = await select<{ id: number }>(
      `SELECT a.id FROM alerts a JOIN alerts asked ON asked.confirm_token = ? AND a.owner_key = asked.owner_key
      WHERE a.contact_id = ? AND a.confirmed_at IS NULL ORDER BY a.id`,
      [token, contact.id],
    )
    for (const { id } of waiting) {
      await execute('UPDATE alerts SET confirmed_at = NOW(3) WHERE id = ?', [id])
      await keepOnly(contact.id, id)
    }
  })

/**
 * Turns off everything for one address or browser, by the token that only its letters and messages hold.
 * @throws 404
 */
export const turnOff = (token: string): Promise<void> =>
  inTransaction(async () => {
    const contact = isToken(token) ? await lockContactBy('token', token) : null
    if (!contact) throw notFound('Link')
    if (contact.email === null) return void (await execute('DELETE FROM alert_contacts WHERE id = ?', [contact.id]))
    await execute('DELETE FROM alerts WHERE contact_id = ?', [contact.id])
    await execute('UPDATE alert_contacts SET off_at = NOW(3) WHERE id = ?', [contact.id])
  })
