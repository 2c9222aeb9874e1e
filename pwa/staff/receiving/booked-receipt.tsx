import Barcode from 'lucide-react/icons/barcode'
import { useState } from 'react'
import { formatCount } from '#pwa/lib/format.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import type { GoodsReceipt } from '#sync/protocol/staff/goods-receipt.ts'
import { formatAmount } from '#sync/protocol/money.ts'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { ProductLabels } from '../labels/product-labels.tsx'
import styles from './receive.module.css'
import * as words from './receiving-words.ts'

/** A booked goods receipt, which no longer changes. */
export function BookedReceipt({ receipt }: { receipt: GoodsReceipt }) {
  const { id, supplier, note, lines, pieces, booked_by, booked_at } = receipt
  const [prints, print] = useState(false)
  const isCosted = lines.some(({ unit_cost }) => unit_cost !== null)
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.receiptOfGoodsNumbered(id)}</h1>
        <ButtonLink to="/staff/stock/receipts" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      <div className={page.stack}>
        <p>
          {words.countPieces(pieces)}
          {supplier && words.from(supplier)}
          {words.receivedBy}
          {booked_by}
          {booked_at && words.on(booked_at)}.
        </p>
        {note && <p>{note}</p>}
        <div className={styles.wrap}>
          <table className={styles.lines}>
            <thead>
              <tr>
                <th scope="col">{words.goods}</th>
                <th scope="col" className={styles.number}>
                  {words.pieces}
                </th>
                {isCosted && (
                  <th scope="col" className={styles.number}>
                    {words.costHead}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ id: line, product_variation_id, item, sku, quantity, unit_cost }) => (
                <tr key={line}>
                  <td>
                    <Link to={`/staff/stock/${product_variation_id}/movements`}>{item}</Link>
                    <span className={styles.sku}>{sku}</span>
                  </td>
                  <td className={styles.number} data-head={words.pieces}>
                    {formatCount(quantity)}
                  </td>
                  {isCosted && (
                    <td className={styles.number} data-head={words.costHead}>
                      {unit_cost === null ? '–' : formatAmount(unit_cost)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p>
          <Button type="button" kind="secondary" icon={<Barcode size={20} aria-hidden />} onClick={() => print(true)}>
            {words.printLabels}
          </Button>
        </p>
        <ProductLabels
          open={prints}
          ids={[...new Set(lines.map(({ product_id }) => product_id))]}
          counts={countsOf(lines)}
          onClose={() => print(false)}
        />
        <HistoryPanel subject="stock_receipt" id={id} />
      </div>
    </div>
  )
}

/** One label per received piece, by SKU; the same variation may be in several lines. */
function countsOf(lines: GoodsReceipt['lines']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { sku, quantity } of lines) counts.set(sku, (counts.get(sku) ?? 0) + quantity)
  return counts
}
