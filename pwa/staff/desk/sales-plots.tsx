import { formatCount } from '#pwa/lib/format.ts'
import type { AccountPayments, DaySales, DeskFigures, HourSales, Sales } from '#sync/protocol/staff/desk-figures.ts'
import { NO_ACCOUNT } from '#sync/protocol/endpoints/orders.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { TYPE_WORDS } from '../orders/order-words.ts'
import { BarPlot, type Series } from './bar-plot.tsx'
import { ordersOf, refundsPaidIn, shortDay, takenOf } from './desk-links.ts'
import styles from './desk.module.css'
import { RankTable, type Rank } from './rank-table.tsx'
import * as words from './desk-words.ts'

const STORE: Record<string, string> = { type_code: 'STORE' }
const WEBSITE: Record<string, string> = { type_code: 'WEBSITE' }
const HEADS = [words.orders, words.gross, words.discounts, words.returns, words.net]

/** Sales by day, hour, channel and cashier, and payments by account. */
export function SalesPlots({ figures }: { figures: DeskFigures }) {
  const { days, channels, accounts, tellers } = figures
  const hours = openHours(figures.hours)
  const ofDay = ({ day }: DaySales, channel?: Record<string, string>) => ordersOf({ from: day, to: day }, channel)
  const ofHour = ({ hour }: HourSales, channel?: Record<string, string>) =>
    ordersOf(figures, { ...channel, sold_hour: String(hour) })
  return (
    <section className={styles.group} aria-labelledby="sold">
      <h2 id="sold" className={styles.heading}>
        {words.sales}
      </h2>
      <div className={styles.plots}>
        {days.length > 1 && (
          <div className={styles.card}>
            <BarPlot
              title={words.grossByDay}
              labelHead={words.day}
              stacked
              labels={days.map(({ day }) => shortDay(day))}
              format={formatCedis}
              series={seriesOf(days, ofDay)}
              links={days.map(day => ofDay(day))}
            />
          </div>
        )}
        <div className={styles.card}>
          <BarPlot
            title={words.grossByHour}
            labelHead={words.hour}
            stacked
            labels={hours.map(({ hour }) => `${hour}:00`)}
            format={formatCedis}
            series={seriesOf(hours, ofHour)}
            links={hours.map(hour => ofHour(hour))}
          />
        </div>
      </div>
      <div className={styles.wideTables}>
        <RankTable
          title={words.byChannel}
          heads={[words.channel, ...HEADS]}
          empty={words.nothingWasSold}
          ranks={ranksOf(channels, figures, ({ type_code }) => ({
            key: type_code,
            name: TYPE_WORDS[type_code],
            filters: { type_code },
          }))}
        />
        <RankTable
          title={words.byCashier}
          heads={[words.cashier, ...HEADS]}
          empty={words.nothingWasSold}
          ranks={ranksOf(tellers, figures, ({ teller_id, name }) => ({
            key: String(teller_id),
            name,
            filters: teller_id === null ? WEBSITE : { teller_id: String(teller_id) },
          }))}
        />
        <RankTable
          title={words.byAccount}
          heads={[words.account, words.orders, words.payments, words.refunds, words.netPayments]}
          empty={words.nothingWasSold}
          ranks={accountRanks(accounts, figures)}
        />
      </div>
    </section>
  )
}

const seriesOf = <Row extends { store: number; website: number }>(
  rows: readonly Row[],
  linkOf: (row: Row, channel: Record<string, string>) => string,
): Series[] => [
  {
    name: words.store,
    tone: 'denim',
    values: rows.map(({ store }) => store),
    links: rows.map(row => linkOf(row, STORE)),
  },
  {
    name: words.website,
    tone: 'gold',
    values: rows.map(({ website }) => website),
    links: rows.map(row => linkOf(row, WEBSITE)),
  },
]

/** `filters` find the row's orders and returns. */
interface Whose {
  key: string
  name: string
  filters: Record<string, string>
}

function ranksOf<Row extends Sales>(rows: readonly Row[], days: DeskFigures, describe: (row: Row) => Whose): Rank[] {
  const most = Math.max(...rows.map(({ gross }) => gross), 0.01)
  return rows.map(row => {
    const { filters, key, name } = describe(row)
    const [sold, taken] = [ordersOf(days, filters), takenOf(days, filters)]
    return {
      key,
      name,
      to: taken,
      share: row.gross / most,
      cells: [
        { words: formatCount(row.orders), to: sold },
        { words: formatCedis(row.gross), to: sold },
        { words: formatCedis(-row.discounts), to: sold },
        { words: formatCedis(-row.returns), to: refundsPaidIn(days, filters) },
        { words: formatCedis(row.net), to: taken },
      ],
    }
  })
}

function accountRanks(accounts: readonly AccountPayments[], days: DeskFigures): Rank[] {
  const most = Math.max(...accounts.map(({ received }) => received), 0.01)
  return accounts.map(({ account_code, name, orders, received, refunded, total }) => {
    const code = account_code ?? NO_ACCOUNT
    const [sold, taken] = [ordersOf(days, { account_code: code }), takenOf(days, { account_code: code })]
    return {
      key: account_code ?? '',
      name,
      to: taken,
      share: received / most,
      cells: [
        { words: formatCount(orders), to: sold },
        { words: formatCedis(received), to: sold },
        { words: formatCedis(-refunded), to: refundsPaidIn(days, { paid_account_code: code }) },
        { words: formatCedis(total), to: taken },
      ],
    }
  })
}

const [OPENS, CLOSES] = [8, 19]

/** The shop's opening hours, and other hours with sales. */
function openHours(hours: readonly HourSales[]): HourSales[] {
  const busy = hours.filter(({ orders }) => orders > 0).map(({ hour }) => hour)
  return hours.slice(Math.min(OPENS, ...busy), Math.max(CLOSES, ...busy) + 1)
}
