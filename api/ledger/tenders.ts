import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound, refuseIfStale } from '#api/errors.ts'
import { ACCOUNT_COLUMNS, shownAccount, type AccountRow } from '#api/ledger/account-rows.ts'
import { readBooks } from '#api/ledger/ledger.ts'
import type { Account, AddedTender, ChangedTender } from '#sync/protocol/staff/ledger.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

/** So that no list of a till or a screen grows without end. */
const MOST_TENDERS = 30
/** Keeps codes apart from those of the shop's own accounts, now and later. */
const PREFIX = 'TENDER_'

/** Adds a way of paying, in the last place. It has an account of its own. @throws 409, 422 beside the field */
export const addTender = ({ name, kind, asks_reference, opens_drawer }: AddedTender): Promise<Account> =>
  inTransaction(async () => {
    const held = await lockTenders()
    if (held.length >= MOST_TENDERS) throw conflict(`The shop can have up to ${MOST_TENDERS} payment methods.`)
    const code = codeOf(name)
    await refuseTaken(name, { code })
    const id = await insertRow('accounts', {
      code,
      name,
      at_till: true,
      kind,
      asks_reference,
      opens_drawer,
      place: held.length + 1,
    })
    const became = await readTender(id)
    await recordChange({ subject: 'tender', subject_id: id, action: 'add', became: withoutMoney(became) })
    return became
  })

/**
 * Changes a way of paying. One that took money is archived and never deleted; cash stays cash. @throws 404, 409, 422
 * beside the field
 */
export const changeTender = (id: number, { updated_at, place, ...sent }: ChangedTender): Promise<Account> =>
  inTransaction(async () => {
    const held = await lockTenders()
    const row = held.find(tender => tender.id === id)
    if (!row) throw notFound('Payment method')
    const was = await readTender(id)
    await refuseIfStale(updated_at, row.updated_at, () => ({ account: was }))
    refuseOtherCash(row.code, sent)
    if (sent.name !== undefined) await refuseTaken(sent.name, { id })
    const { status_code = was.status_code } = sent
    await setColumns(id, { ...sent, at_till: status_code === 'ACTIVE' })
    if (place !== undefined) await move(held, id, place)
    const became = await readTender(id)
    await recordChange({
      subject: 'tender',
      subject_id: id,
      action: 'change',
      was: withoutMoney(was),
      became: withoutMoney(became),
    })
    return became
  })

interface Held {
  id: number
  code: string
  place: number
  updated_at: Date
}

/** In the order in which sales raise balances. */
const lockTenders = async (): Promise<Held[]> => {
  const rows = await select<Held>(
    'SELECT id, code, place, updated_at FROM accounts FORCE INDEX (code) WHERE kind IS NOT NULL ORDER BY code FOR UPDATE',
  )
  return rows.sort((a, b) => a.place - b.place || a.id - b.id)
}

async function readTender(id: number): Promise<Account> {
  const { open_period } = await readBooks()
  const row = await selectOne<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = ?`, [id])
  return shownAccount(row!, open_period)
}

/** Sales change balances all the time, which is no change of the account. */
const withoutMoney = ({ balance: _balance, period: _period, ...tender }: Account) => tender

/** 'Zeepay' becomes TENDER_ZEEPAY. */
function codeOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 30)
  if (plain === '') throw invalid({ name: ['Use letters or digits in the name.'] })
  return `${PREFIX}${plain}`
}

/** @throws 422 if another account has this name or code */
async function refuseTaken(name: string, { id = 0, code = '' }: { id?: number; code?: string }): Promise<void> {
  const taken = await selectOne('SELECT 1 FROM accounts WHERE (name = :name OR code = :code) AND id <> :id LIMIT 1', {
    name,
    code,
    id,
  })
  if (taken) throw invalid({ name: ['Another account already has this name.'] })
}

/** Drawers, change and counts rely on one account of cash. @throws 422 */
function refuseOtherCash(code: string, { kind, asks_reference, status_code }: ChangedTender): void {
  if (kind !== undefined && (kind === 'CASH') !== (code === CASH))
    throw invalid({ kind: ['The shop has one account for cash.'] })
  if (code !== CASH) return
  if (asks_reference !== undefined && asks_reference !== 'NO')
    throw invalid({ asks_reference: ['Cash has no reference.'] })
  if (status_code === 'ARCHIVED') throw invalid({ status_code: ['You cannot archive cash.'] })
}

/** The time is what tells tills: a balance that rises leaves it alone. */
async function setColumns(id: number, columns: object): Promise<void> {
  const set = Object.entries(columns).filter(([, value]) => value !== undefined)
  await execute(
    `UPDATE accounts SET ${set.map(([name]) => `${name} = ?`).join(', ')}, updated_at = NOW(3) WHERE id = ?`,
    [...set.map(([, value]) => value as string | number | boolean), id],
  )
}

/** Puts a tender in a place among the others, and numbers them all. */
async function move(held: readonly Held[], id: number, place: number): Promise<void> {
  const others = held.filter(tender => tender.id !== id)
  const ordered = [...others.slice(0, place - 1), held.find(tender => tender.id === id)!, ...others.slice(place - 1)]
  for (const [i, tender] of ordered.entries()) if (tender.place !== i + 1) await setColumns(tender.id, { place: i + 1 })
}
