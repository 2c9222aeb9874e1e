/** The account of cash: the only money that is in drawers, and that change is given from. */
export const CASH = 'CASH'

/** What a way of paying is, for its hints and rules; codes and their words. */
export const TENDER_KINDS = { CASH: 'Cash', MOBILE_MONEY: 'Mobile money', CARD: 'Card', OTHER: 'Other' } as const
export type TenderKind = keyof typeof TENDER_KINDS

/** Whether a cashier is asked for the reference of a payment. */
export const REFERENCE_RULES = { NO: 'No', MAY: 'Optional', MUST: 'Required' } as const
export type ReferenceRule = keyof typeof REFERENCE_RULES

/** What an account needs to be a way of paying. Copies from before have only code and name. */
export interface TenderRow {
  code: string
  name: string
  kind?: TenderKind | null
  asks_reference?: ReferenceRule
  opens_drawer?: 0 | 1
  place?: number
}

export type Tender = Required<Pick<TenderRow, 'code' | 'name' | 'asks_reference' | 'place'>> & {
  kind: TenderKind
  opens_drawer: boolean
}

/** The ways of paying that every shop had before they were rows, in the order of their places. */
const BEFORE: Readonly<Record<string, TenderKind>> = { CASH: 'CASH', MTN_MOBILE_MONEY: 'MOBILE_MONEY', BANK: 'CARD' }

const CASH_ONLY: Tender = {
  code: CASH,
  name: TENDER_KINDS.CASH,
  kind: 'CASH',
  asks_reference: 'NO',
  opens_drawer: true,
  place: 1,
}

/** An account as a way of paying; null for any other account. */
export function tenderOf(row: TenderRow): Tender | null {
  const kind = row.kind === undefined ? BEFORE[row.code] : row.kind
  if (!kind) return null
  return {
    code: row.code,
    name: row.name,
    kind,
    asks_reference: row.asks_reference ?? (kind === 'CASH' ? 'NO' : 'MAY'),
    opens_drawer: row.opens_drawer === undefined ? kind === 'CASH' : row.opens_drawer === 1,
    place: row.place ?? 1 + Object.keys(BEFORE).indexOf(row.code),
  }
}

/** The ways of paying among accounts, in the order of their places; cash alone until they are known. */
export function tendersOf(rows: readonly TenderRow[]): Tender[] {
  const tenders = rows.flatMap(row => tenderOf(row) ?? []).sort((a, b) => a.place - b.place)
  return tenders.length > 0 ? tenders : [CASH_ONLY]
}

/** Whether a payment in this way needs a reference. `momo_reference`: the shop's setting for all mobile money. */
export const needsReference = (
  { kind, asks_reference }: Pick<Tender, 'kind' | 'asks_reference'>,
  momo_reference: string | null | undefined,
): boolean =>
  asks_reference === 'MUST' || (kind === 'MOBILE_MONEY' && asks_reference === 'MAY' && momo_reference === 'ON')
