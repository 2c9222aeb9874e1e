import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { memo, useId, useState, type SubmitEvent } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Price } from '#pwa/ui/price.tsx'
import type { ReplicaProduct } from '#sync/till/replica/goods.ts'
import { choicesOf, firstChosen, pick, priceOf, type Chosen } from './choices.ts'
import { pictureOf } from './picture-of.ts'
import { RowPicture } from './row-picture.tsx'
import { ColourChoice, SizeChoice } from './choice-radios.tsx'
import { addToCart } from '../counter.ts'
import { replica } from '../till.ts'
import styles from './product-row.module.css'
import * as words from './product-words.ts'

/**
 * One product: picture, price, stock of each size and colour, and the button that adds it. `version` belongs to the
 * copy: stock may change while the product does not.
 */
export const ProductRow = memo(function ProductRow({ product }: { product: ReplicaProduct; version: number }) {
  const variations = replica.variationsOf(product.id)
  const [chosen, setChosen] = useState<Chosen>(() => firstChosen(variations))
  const [problem, setProblem] = useState<string | null>(null)
  const { sizes, colours } = choicesOf(variations, chosen, replica.shelf)
  const id = useId()

  function choose(change: Partial<Chosen>) {
    setChosen({ ...chosen, ...change })
    setProblem(null)
  }

  /** The button, or Enter in a size or colour. */
  function add(event: SubmitEvent) {
    event.preventDefault()
    const picked = pick(variations, chosen)
    if ('variation' in picked) addToCart(product, picked.variation)
    setProblem('missing' in picked ? words.missingChoice(picked.missing, product.name) : null)
  }

  return (
    <li className={styles.item} aria-labelledby={`${id}-name`}>
      <form className={styles.row} onSubmit={add} noValidate>
        <RowPicture picture={pictureOf(product, chosen.colour)} />
        <div className={styles.about}>
          <p className={styles.head}>
            <span className={styles.name} id={`${id}-name`}>
              {product.name}
            </span>
            {chosen.colour !== null && <span className={styles.colour}>{replica.colourName(chosen.colour)}</span>}
            <span className={styles.problem} id={`${id}-problem`} role="alert">
              {problem}
            </span>
            <Price {...priceOf(product, variations, chosen)} />
          </p>
          <div className={styles.choices}>
            <SizeChoice
              choices={sizes}
              chosen={chosen.size}
              onChoose={size => choose({ size })}
              nameOf={replica.sizeName}
            />
            {colours.length > 0 && (
              <ColourChoice
                choices={colours}
                chosen={chosen.colour}
                onChoose={colour => choose({ colour })}
                nameOf={replica.colourName}
              />
            )}
          </div>
        </div>
        <Button
          size="till"
          kind="secondary"
          className={styles.add ?? ''}
          icon={<ShoppingBag size={20} aria-hidden />}
          aria-label={words.addOf(product.name)}
          aria-describedby={problem ? `${id}-problem` : undefined}
        >
          {words.add}
        </Button>
      </form>
    </li>
  )
})
