import { formatCount } from '#pwa/lib/format.ts'
import type { DayTaken, DeskFigures, HourTaken, Taken } from '#sync/protocol/staff/desk-figures.ts'
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
const HEADS = [words.orders, words.sold, words.refunded, words.taken]

/** Sales by day, hour, channel, account and cashier. */
export function SalesPlots({ figures }: { figures: DeskFigures }) {
  const { days, channels, accounts, tellers } = figures
  const hours = openHours(figures.hours)
  const ofDay = ({ day }: DayTaken, channel?: Record<string, string>) => ordersOf({ from: day, to: day }, channel)
  const ofHour = ({ hour }: HourTaken, channel?: Record<string, string>) =>
    ordersOf(figures, { ...channel, sold_hour: String(hour) })
  return (
    <section className={styles.group} aria-labelledby="sold">
      <h2 id="sold" className={styles.heading}>
        {words.sold}
      </h2>
      <div className={styles.plots}>
        {days.length > 1 && (
          <div className={styles.card}>
            <BarPlot
              title={words.soldByDay}
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
            title={words.soldByHour}
            labelHead={words.hour}
            stacked
            labels={hours.map(({ hour }) => `${hour}:00`)}
            format={formatCedis}
            series={seriesOf(hours, ofHour)}
            links={hours.map(hour => ofHour(hour))}
          />
        </div>
      </div>
      <div className={styles.tables}>
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
          title={words.byAccount}
          heads={[words.account, ...HEADS]}
          empty={words.nothingWasSold}
          ranks={ranksOf(accounts, figures, ({ account_code, name }) => ({
            key: account_code ?? '',
            name,
            filters: { account_code: account_code ?? NO_ACCOUNT },
            refundFilters: { paid_account_code: account_code ?? NO_ACCOUNT },
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

/** The filters of a row: `filters` find its orders, and its returns unless `refundFilters` do. */
interface Whose {
  key: string
  name: string
  filters: Record<string, string>
  refundFilters?: Record<string, string>
}

function ranksOf<Row extends Taken>(rows: readonly Row[], days: DeskFigures, describe: (row: Row) => Whose): Rank[] {
  const most = Math.max(...rows.map(({ sold }) => sold), 0.01)
  return rows.map(row => {
    const { filters, refundFilters = filters, key, name } = describe(row)
    const [sold, taken] = [ordersOf(days, filters), takenOf(days, filters)]
    return {
      key,
      name,
      to: taken,
      share: row.sold / most,
      cells: [
        { words: formatCount(row.orders), to: sold },
        { words: formatCedis(row.sold), to: sold },
        { words: formatCedis(row.refunded), to: refundsPaidIn(days, refundFilters) },
        { words: formatCedis(row.net), to: taken },
      ],
    }
  })
}

const [OPENS, CLOSES] = [8, 19]

/** The shop's opening hours, and other hours with sales. */
function openHours(hours: readonly HourTaken[]): HourTaken[] {
  const busy = hours.filter(({ orders }) => orders > 0).map(({ hour }) => hour)
  return hours.slice(Math.min(OPENS, ...busy), Math.max(CLOSES, ...busy) + 1)
}
