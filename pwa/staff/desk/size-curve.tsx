import { useState } from 'react'
import { SelectField } from '#pwa/ui/field.tsx'
import type { CategorySold, DeskFigures } from '#sync/protocol/staff/desk-figures.ts'
import { BarPlot } from './bar-plot.tsx'
import { ordersOf, stockOf } from './desk-links.ts'
import styles from './desk.module.css'
import * as words from './desk-words.ts'

/**
 * The share of each size in a category's sales, beside its share in the stock left: the next order should correct the
 * difference.
 */
export function SizeCurve({
  categories,
  days,
}: {
  categories: CategorySold[]
  days: Pick<DeskFigures, 'from' | 'to'>
}) {
  const [chosen, choose] = useState(categories[0]!.category_id)
  const category = categories.find(({ category_id }) => category_id === chosen) ?? categories[0]!
  const { category_id: of, sizes } = category
  const sold = sizes.map(({ size_code }) => ordersOf(days, { category_id: String(of), size_code }))
  return (
    <section className={styles.card}>
      <SelectField
        label={words.category}
        name="category"
        value={category.category_id}
        onChange={event => choose(Number(event.target.value))}
      >
        {categories.map(({ category_id, name }) => (
          <option key={category_id} value={category_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <BarPlot
        title={words.sizesOf(category.name)}
        labelHead={words.size}
        labels={sizes.map(({ size_code }) => size_code)}
        format={percent}
        links={sold}
        series={[
          { name: words.soldPieces, tone: 'denim', values: shares(sizes.map(({ pieces }) => pieces)), links: sold },
          {
            name: words.onHand,
            tone: 'gold',
            values: shares(sizes.map(({ on_hand }) => Math.max(0, on_hand))),
            links: sizes.map(({ size_code }) => stockOf(of, { size_code })),
          },
        ]}
      />
    </section>
  )
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function shares(pieces: number[]): number[] {
  const all = pieces.reduce((sum, each) => sum + each, 0)
  return pieces.map(each => (all === 0 ? 0 : each / all))
}
