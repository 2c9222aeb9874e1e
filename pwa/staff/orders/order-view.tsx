import { useParams } from 'react-router-dom'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useHeadingFocus } from '#pwa/lib/use-heading-focus.ts'
import { OrderStatusChip } from '#pwa/orders/order-status.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Picture } from '#pwa/ui/picture.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { OrderItem, StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { lineTotal } from '#sync/protocol/pricing.ts'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Table, type Column } from '../lists/list-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import { NoteForm } from './note-form.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderSteps } from './order-steps.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import styles from './order-view.module.css'
import { RiderForm } from './rider-form.tsx'
import * as words from './order-words.ts'

export function OrderView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/orders/:id', { params: { id } }, { page: true })
  const order = read.data?.order.id === id ? read.data.order : undefined
  useTitle(order && words.orderNumbered(order.number))
  return (
    <div className={page.page}>
      <Unread of={read} title={words.order} back="/staff/orders" />
      {order ? <Shown key={id} order={order} /> : !read.error && <Loader rows={10} height={36} />}
    </div>
  )
}

const COLUMNS: Column<OrderItem>[] = [
  { head: words.product, cell: item => <What item={item} /> },
  { head: words.price, isNumber: true, cell: ({ price }) => formatCedis(price) },
  { head: words.quantity, isNumber: true, cell: ({ quantity }) => quantity },
  { head: words.lineTotal, isNumber: true, cell: item => formatCedis(lineTotal(item)) },
]

function Shown({ order }: { order: StaffOrder }) {
  const heading = useHeadingFocus(order.status_code)
  return (
    <>
      <div className={page.head}>
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1}>
            {words.orderNumbered(order.number)}
          </h1>
          <OrderStatusChip status={order.status_code} />
        </div>
        <ButtonLink to="/staff/orders" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderSteps order={order} />
          <section className={styles.card}>
            <h2>{words.lines}</h2>
            <Table rows={order.items} columns={COLUMNS} />
            <dl className={styles.totals}>
              <dt>{words.subTotal}</dt>
              <dd>{formatCedis(order.subtotal)}</dd>
              {order.shipping_fee > 0 && (
                <>
                  <dt>{words.deliveryFee}</dt>
                  <dd>{formatCedis(order.shipping_fee)}</dd>
                </>
              )}
              {order.discount > 0 && (
                <>
                  <dt>{words.discount}</dt>
                  <dd>{formatCedis(-order.discount)}</dd>
                </>
              )}
              <dt className={styles.sum}>{words.total}</dt>
              <dd className={styles.sum}>{formatCedis(order.total)}</dd>
            </dl>
          </section>
          <OrderReturns order={order} />
          <OrderTimeline id={order.id} />
        </div>
        <div className={styles.column}>
          <OrderFacts order={order} />
          <RiderForm order={order} />
          <NoteForm order={order} />
          <HistoryPanel subject="order" id={order.id} />
        </div>
      </div>
    </>
  )
}

function What({
  item: {
    product_variation: { product, size, colour, sku },
  },
}: {
  item: OrderItem
}) {
  return (
    <span className={styles.what}>
      <Picture image={product.images[0]} alt="" sizes="40px" className={styles.picture} />
      <strong>{product.name}</strong> {size.name}
      {colour && (
        <>
          <Swatch code={colour.code} />
          {colour.name}
        </>
      )}
      <span className={styles.sku}>{sku}</span>
    </span>
  )
}
