import Printer from 'lucide-react/icons/printer'
import { useParams } from 'react-router-dom'
import { formatDate } from '#pwa/lib/format.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { usePlaceNames } from '#pwa/orders/place-names.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Picture } from '#pwa/ui/picture.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import print from '../print.module.css'
import { Unread } from '../kit/unread.tsx'
import styles from './sheets.module.css'
import { toPack, type Packed } from './to-pack.ts'
import * as words from './order-words.ts'

/** The contents of the parcel, to tick off and enclose: without prices, because it may be a gift. */
export function PackingSlip() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/orders/:id', { params: { id } }, { page: true })
  const returns = useApi('GET /api/staff/refunds', { query: { order_id: id, per_page: 100 } })
  const order = read.data?.order.id === id && !returns.isPlaceholderData ? read.data.order : undefined
  return (
    <div className={page.page}>
      <Unread of={[read, returns]} title={words.packingSlip} back={`/staff/orders/${id}/view`} />
      {order && returns.data ? (
        <Slip order={order} items={toPack(order, returns.data.refunds.data)} />
      ) : (
        !(read.error ?? returns.error) && <Loader rows={8} height={36} />
      )}
    </div>
  )
}

function Slip({ order, items }: { order: StaffOrder; items: readonly Packed[] }) {
  const shop = useShop()
  const area = usePlaceNames(order.shipping_region_code, order.shipping_delivery_zone_code)
  const { shipping_address: to, rider } = order
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <div className={page.head}>
        <h1>{words.packingSlip}</h1>
        <div className={styles.actions}>
          <Button type="button" icon={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
            {words.print}
          </Button>
          <ButtonLink to={`/staff/orders/${order.id}/view`} kind="secondary">
            {words.goBack}
          </ButtonLink>
        </div>
      </div>
      <article className={`${print.sheet} ${styles.sheet}`}>
        <header className={styles.slipHead}>
          <div>
            <strong>{shop?.name}</strong>
            <p>{shop?.address}</p>
            <p>{shop?.phones.map(formatPhone).join(' · ')}</p>
          </div>
          <div>
            <h2>{words.orderNumbered(order.number)}</h2>
            <p>{formatDate(order.ordered_at)}</p>
            <p>{deliveryWords.methods[order.delivery_method_code]}</p>
            {order.due > 0 && (
              <p>
                <strong>{words.collect(order.due)}</strong>
              </p>
            )}
          </div>
        </header>
        <section>
          <h3>{words.goesTo}</h3>
          <p>{to ? `${to.first_name} ${to.last_name}` : order.customer_name}</p>
          {(to?.phone ?? order.customer_phone) && <p>{formatPhone((to?.phone ?? order.customer_phone)!)}</p>}
          {to?.address && <p className={styles.address}>{to.address}</p>}
          {area && <p>{area}</p>}
          {order.shipping_additional_details && <p>{order.shipping_additional_details}</p>}
          {rider && <p>{words.riderFacts(rider.name, formatPhone(rider.phone))}</p>}
        </section>
        <table className={styles.lines}>
          <colgroup>
            {['tick', 'name', 'size', 'hue', 'sku', 'few'].map(column => (
              <col key={column} className={styles[column]} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{words.packed}</span>
              </th>
              <th scope="col">{words.goods}</th>
              <th scope="col">{words.size}</th>
              <th scope="col">{words.colour}</th>
              <th scope="col">{words.sku}</th>
              <th scope="col">{words.pieces}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, given_by, quantity, product_variation: { product, size, colour, sku } }) => (
              <tr key={`${id} ${given_by}`}>
                <td>☐</td>
                <td className={styles.goods}>
                  <span>
                    <Picture
                      image={product.images[0]}
                      alt=""
                      sizes="40px"
                      // A sheet is printed before a lazy picture below the screen would load.
                      first
                      className={styles.picture}
                    />
                    {product.name}
                  </span>
                </td>
                <td>{size.name}</td>
                <td>{colour?.name ?? '–'}</td>
                <td>{sku}</td>
                <td data-head={words.pieces}>{quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          {words.piecesInAll(pieces)}
          {shop?.terms.returns}
        </p>
      </article>
    </>
  )
}
