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

/** A shop may give a barcode to all sizes and colours of a product; nobody reads through more than these. */
const MOST_SHOWN = 60

/** Asks which of several goods a code means: two that are on sale may carry the same barcode. */
export function WhichDialog() {
  const asked = useAtomValue(which)
  return (
    <Dialog open={asked !== null} onClose={() => chooseWhich(null)} title={tillWords.whichIsIt}>
      <p>{tillWords.sameCode}</p>
      <ul className={styles.choices}>
        {asked?.choices.slice(0, MOST_SHOWN).map(choice => (
          <li key={choice.variation.id}>
            <Choice choice={choice} />
          </li>
        ))}
      </ul>
      {asked && asked.choices.length > MOST_SHOWN && <p>{tillWords.moreChoices(asked.choices.length - MOST_SHOWN)}</p>}
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
