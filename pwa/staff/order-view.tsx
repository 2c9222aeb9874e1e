import { useParams } from 'react-router-dom'
import { ApiError } from '#pwa/lib/api-error.ts'
import { formatCedis } from '#pwa/lib/format.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Order, OrderItem } from '#sync/protocol/endpoints.ts'
import { lineTotal } from '#sync/protocol/pricing.ts'
import { Table, Unread, type Column } from './list-screen.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderStatusChip } from './order-status.tsx'
import styles from './order-view.module.css'

export function OrderView() {
  const id = idIn(useParams().id)
  const { data, error, refetch } = useApi('GET /api/staff/orders/:id', { params: { id } }, { page: true })
  useTitle(data && `Order ${data.order.number}`)
  return (
    <div className={page.page}>
      {data ? <Shown order={data.order} /> : error ? <Unread title="Order" back="/staff/orders" message={error.message} again={() => void refetch()} /> : <Loader rows={10} height={36} />}
    </div>
  )
}

/** The id in an address. @throws {ApiError} 404 for what is none. */
export function idIn(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1) throw new ApiError(404, { code: 'not_found', message: 'Page not found.' })
  return id
}

const COLUMNS: Column<OrderItem>[] = [
  { head: 'Product', cell: item => <What item={item} /> },
  { head: 'SKU', cell: ({ product_variation }) => <span className={styles.sku}>{product_variation.sku}</span> },
  { head: 'Price', isNumber: true, cell: ({ price }) => formatCedis(price) },
  { head: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity },
  { head: 'Line total', isNumber: true, cell: item => formatCedis(lineTotal(item)) },
]

function Shown({ order }: { order: Order }) {
  return (
    <>
      <div className={page.head}>
        <div className={styles.title}><h1>Order {order.number}</h1><OrderStatusChip status={order.status_code} /></div>
        <ButtonLink to="/staff/orders" kind="secondary">Go Back</ButtonLink>
      </div>
      <div className={styles.columns}>
        <section className={styles.card}>
          <h2>Lines</h2>
          <Table rows={order.items} columns={COLUMNS} />
          <dl className={styles.totals}>
            <dt>Sub-total</dt><dd>{formatCedis(order.subtotal)}</dd>
            {order.shipping_fee > 0 && <><dt>Delivery fee</dt><dd>{formatCedis(order.shipping_fee)}</dd></>}
            {order.discount > 0 && <><dt>Discount</dt><dd>{formatCedis(-order.discount)}</dd></>}
            <dt className={styles.sum}>Total</dt><dd className={styles.sum}>{formatCedis(order.total)}</dd>
          </dl>
        </section>
        <OrderFacts order={order} />
      </div>
    </>
  )
}

function What({ item: { product_variation: { product, size, colour } } }: { item: OrderItem }) {
  return (
    <span className={styles.what}>
      <strong>{product.name}</strong> {size.name}
      {colour && <><Swatch code={colour.code} />{colour.name}</>}
    </span>
  )
}
