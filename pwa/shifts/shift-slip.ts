import { formatDate, formatTime } from '#pwa/lib/format.ts'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { VOID_REASONS } from '#sync/protocol/kinds/sale-void.ts'
import { voidedIn, type ShiftFigures, type TenderFigures } from '#sync/protocol/shifts/figures.ts'
import { moved as movedWords } from '#sync/protocol/shifts/move-words.ts'
import * as words from './shift-words.ts'

export interface SlipLine {
  label: string
  value: string
  strong?: true
}

/** A report on the receipt's paper: parts with a line between them. */
export interface Slip {
  shop: string
  title: string
  /** The file's name, without its ending. */
  file: string
  parts: SlipLine[][]
}

/** Whose report it is. `closed`: null while the shift is open, then it is an X. */
export interface SlipFacts {
  shop: string
  till: string
  opened_at: string
  opened_by: string
  closed: { at: string; by: string; revision?: number; note?: string } | null
  /** When it was made, epoch ms. */
  now: number
  nameOf: (account_code: string) => string
}

/** The report of a shift. An X does not say what should be in the drawer, so that the count stays blind. */
export function shiftSlip(figures: ShiftFigures, facts: SlipFacts): Slip {
  const { shop, till, opened_at, closed, nameOf } = facts
  const title = closed ? words.zReport : words.xReport
  return {
    shop,
    title,
    file: `${closed ? 'z' : 'x'}-${opened_at.slice(0, 16).replaceAll(':', '')}`,
    parts: [
      headOf(till, facts),
      salesOf(figures),
      voidsOf(figures),
      drawerOf(figures),
      ...figures.tenders.map(tender => (closed ? countedOf(tender, nameOf) : takenOf(tender, nameOf))),
      figures.by_hour.map(({ hour, sales, total }) =>
        line(formatTime(`${hour}:00:00Z`), words.salesWorth(sales, formatCedis(total))),
      ),
      [
        ...(figures.missing > 0 ? [line(words.missing, words.entries(figures.missing), true)] : []),
        ...(closed?.note ? [line(words.note, closed.note)] : []),
      ],
    ].filter(part => part.length > 0),
  }
}

const line = (label: string, value: string, strong = false): SlipLine => ({ label, value, ...(strong && { strong }) })

const headOf = (till: string, { opened_at, opened_by, closed, now }: SlipFacts): SlipLine[] => [
  line(words.till, till),
  line(words.opened, formatDate(opened_at)),
  line(words.openedBy, opened_by),
  ...(closed
    ? [line(words.closed, formatDate(closed.at)), line(words.closedBy, closed.by)]
    : [line(words.asOf, formatDate(now))]),
  ...(closed?.revision && closed.revision > 1 ? [line(words.revision, String(closed.revision), true)] : []),
]

const salesOf = (figures: ShiftFigures): SlipLine[] => [
  line(words.sales, String(figures.sales)),
  line(words.subtotal, formatCedis(figures.subtotal)),
  line(words.discounts, formatCedis(figures.discount)),
  line(words.total, formatCedis(figures.total), true),
  line(words.average, formatCedis(figures.average)),
  line(words.firstReceipt, figures.first_number ?? words.none),
  line(words.lastReceipt, figures.last_number ?? words.none),
]

/** What was voided, and by whom: a sale may be voided after its customer has left. */
const voidsOf = ({ voids = [], total }: ShiftFigures): SlipLine[] => {
  const voided = voidedIn({ voids })
  if (voids.length === 0) return []
  return [
    line(words.voids, String(voids.length)),
    line(words.voided, formatCedis(voided)),
    line(words.afterVoids, formatCedis(sumCedis([total, -voided])), true),
    ...voids.flatMap(({ number, occurred_at, teller, reason, amount }) => [
      line(words.voidOf(number, formatTime(occurred_at)), formatCedis(amount)),
      line(words.voidBy(number, teller ?? words.aCashier), VOID_REASONS[reason]),
    ]),
  ]
}

/** Cash that no sale explains: the sums, then each reason. */
const drawerOf = ({ float, paid_in, paid_out, moved = [], desk, drawer_openings }: ShiftFigures): SlipLine[] => [
  line(words.float, formatCedis(float)),
  line(words.paidIn, formatCedis(paid_in)),
  line(words.paidOut, formatCedis(paid_out)),
  ...moved.map(({ direction, reason, amount }) => line(movedWords(direction, reason), formatCedis(amount))),
  ...(desk === undefined ? [] : [line(words.desk, formatCedis(desk))]),
  line(words.noSales, words.times(drawer_openings)),
]

const takenOf = ({ account_code, sales, voided = 0 }: TenderFigures, nameOf: SlipFacts['nameOf']): SlipLine[] => [
  line(`${nameOf(account_code)}: ${words.taken.toLowerCase()}`, formatCedis(sumCedis([sales, -voided]))),
]

function countedOf({ account_code, expected, counted, difference }: TenderFigures, nameOf: SlipFacts['nameOf']) {
  const name = nameOf(account_code)
  return [
    line(`${name}: ${words.expected.toLowerCase()}`, formatCedis(expected)),
    line(words.counted, counted === null ? words.notCounted : formatCedis(counted)),
    ...(difference === null ? [] : [line(words.difference, formatCedis(difference), true)]),
  ]
}
