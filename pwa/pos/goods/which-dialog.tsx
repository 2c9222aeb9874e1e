import { useAtomValue } from 'jotai'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Coded } from '#sync/till/replica/goods.ts'
import { lineOf } from '../cart/line-of.ts'
import { chooseWhich, which } from '../counter.ts'
import { replica } from '../till.ts'
import * as tillWords from '../till-words.ts'
import { pictureOf } from './picture-of.ts'
import { RowPicture } from './row-picture.tsx'
import styles from './which-dialog.module.css'

/** Asks which of several goods a code means: two that are on sale may carry the same barcode. */
export function WhichDialog() {
  const choices = useAtomValue(which)
  return (
    <Dialog open={choices !== null} onClose={() => chooseWhich(null)} title={tillWords.whichIsIt}>
      <p>{tillWords.sameCode}</p>
      <ul className={styles.choices}>
        {choices?.map(choice => (
          <li key={choice.variation.id}>
            <Choice choice={choice} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Choice({ choice }: { choice: Coded }) {
  const { product, variation } = choice
  const { name, size, colour, sku, price } = lineOf(replica, product, variation)
  return (
    <button type="button" className={styles.choice} onClick={() => chooseWhich(choice)}>
      <RowPicture picture={pictureOf(product, variation.colour_code)} />
      <span>
        <strong>{name}</strong>
        <span>{[size, colour, sku].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.price}>{formatCedis(price)}</span>
    </button>
  )
}
