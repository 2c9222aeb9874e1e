import { api } from '#pwa/lib/api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DISPOSITIONS, type Disposition, type StaffRefund } from '#sync/protocol/shop/refund.ts'
import { refusedHere } from '../kit/refused-here.ts'
import { useStep } from '../kit/use-step.ts'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

/** Takes goods back, line by line: those that arrived, and where they go. */
export function GoodsForm({ refund: { id, items, lines, action } }: { refund: StaffRefund }) {
  const awaited = items.filter(({ disposition }) => disposition === null)
  const { errors, busy, onSubmit } = useStep((form, key) => {
    const came = awaited.flatMap(item => {
      const disposition = form.get(`item_${item.id}`)
      return disposition === 'RESTOCK' || disposition === 'DAMAGED'
        ? [{ refund_item_id: item.id, disposition: disposition as Disposition }]
        : []
    })
    if (came.length === 0) throw refusedHere('items', words.markOne)
    return api('POST /api/staff/refunds/:id/goods', { params: { id }, body: { items: came }, key })
  })
  return (
    <form className={styles.step} onSubmit={onSubmit}>
      <h3>{words.goods}</h3>
      <ErrorList messages={errors} />
      {awaited.map(item => {
        const line = lines.find(({ refund_item_id }) => refund_item_id === item.id)
        return (
          <fieldset key={item.id} className={styles.goods}>
            <legend>
              {item.quantity} × {line?.name}
              {line?.exchange && words.forGoods(line.exchange)}
            </legend>
            <div>
              {Object.entries(DISPOSITIONS).map(([code, words]) => (
                <label key={code}>
                  <input type="radio" name={`item_${item.id}`} value={code} />
                  {words}
                </label>
              ))}
              {awaited.length > 1 && (
                <label>
                  <input type="radio" name={`item_${item.id}`} value="" defaultChecked />
                  {words.notHereYet}
                </label>
              )}
            </div>
          </fieldset>
        )
      })}
      <div>
        <Button busy={busy}>{action === 'EXCHANGE' ? words.takeBackHandOver : words.goodsAreBack}</Button>
      </div>
    </form>
  )
}
