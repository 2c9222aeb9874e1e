import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import { goneSizes, leftOf, stockWords, type ProductChoice } from './choice.ts'
import styles from './choice-fields.module.css'
import * as goodsWords from '../goods-words.tsx'
import * as words from './product-words.ts'

/**
 * Size and colour as rows of boxes. A sold-out one is struck through; it can still be chosen, and then names what is in
 * stock instead.
 */
export function ChoiceFields({ product, choice }: { product: Product; choice: ProductChoice }) {
  const { size, colour, chooseSize, chooseColour } = choice
  return (
    <div className={styles.fields}>
      <Options title={words.size} chosen={product.sizes.find(({ code }) => code === size)?.name}>
        {product.sizes.map(({ code, name }) => (
          <Option
            key={code}
            name="size"
            label={name}
            isGone={leftOf(product, code, colour) === 0}
            checked={code === size}
            onChoose={() => chooseSize(code)}
          />
        ))}
      </Options>
      {product.colours.length > 0 && (
        <Options title={words.colour} chosen={product.colours.find(({ code }) => code === colour)?.name}>
          {product.colours.map(({ code, name }) => (
            <Option
              key={code}
              name="colour"
              label={name}
              icon={<Swatch code={code} size={20} />}
              isGone={leftOf(product, size, code) === 0}
              checked={code === colour}
              onChoose={() => chooseColour(code)}
            />
          ))}
        </Options>
      )}
      <Stock product={product} choice={choice} />
    </div>
  )
}

const Options = ({ title, chosen, children }: { title: string; chosen: string | undefined; children: ReactNode }) => (
  <fieldset>
    <legend className={styles.legend}>
      {title}
      <span>{chosen}</span>
    </legend>
    <div className={styles.options}>{children}</div>
  </fieldset>
)

interface OptionProps {
  name: string
  label: string
  icon?: ReactNode
  isGone: boolean
  checked: boolean
  onChoose: () => void
}

const Option = ({ name, label, icon, isGone, checked, onChoose }: OptionProps) => (
  <label className={`${styles.option} ${isGone ? styles.gone : ''}`} title={isGone ? goodsWords.soldOut : undefined}>
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    {icon}
    {isGone ? <s>{label}</s> : label}
    {isGone && <span className="visually-hidden">{words.heardSoldOut}</span>}
  </label>
)

function Stock({ product, choice }: { product: Product; choice: ProductChoice }) {
  const stock = stockWords(product, choice)
  const gone = goneSizes(product, choice)
  const colour = product.colours.find(({ code }) => code === choice.colour)?.name
  return (
    <div role="status">
      {stock === null ? (
        <p className={`${styles.stock} ${styles.in}`}>
          <CircleCheck size={20} aria-hidden />
          {words.inStock}
        </p>
      ) : stock.kind === 'few' ? (
        <p className={`${styles.stock} ${styles.few}`}>
          <Clock size={20} aria-hidden />
          {stock.words}
        </p>
      ) : (
        <p className={`${styles.stock} ${styles.out}`}>
          <CircleAlert size={20} aria-hidden />
          {stock.words}
        </p>
      )}
      {gone.length > 0 && <p className={styles.others}>{words.goneIn(gone, colour)}</p>}
    </div>
  )
}
