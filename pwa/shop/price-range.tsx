import { useState, type FormEvent } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { textOf } from '#pwa/lib/use-submit.ts'
import { TextField } from '#pwa/ui/field.tsx'
import { priceFrom, type Filters } from './filters.ts'
import styles from './price-range.module.css'

interface Props {
  min: number | null
  max: number | null
  /** What the products cost that the other filters leave, in cedis. */
  bounds: { min: number; max: number }
  onChange: (changes: Partial<Filters>) => void
}

const NAMES = ['min', 'max'] as const
const NO_PRICE = ['Write a price in cedis, such as 49.99.']

/** From and to, in cedis; the wrong way round is meant the right way. */
export function PriceRange({ min, max, bounds, onChange }: Props) {
  const [wrong, setWrong] = useState<boolean[]>([])
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [priceFrom(textOf(form, 'min')), priceFrom(textOf(form, 'max'))]
    const unread = [from, to].map((price, at) => price === null && textOf(form, NAMES[at]!) !== '')
    setWrong(unread)
    if (!unread.includes(true)) onChange(from !== null && to !== null && from > to ? { min: to, max: from } : { min: from, max: to })
  }
  const field = { type: 'text', inputMode: 'decimal', autoComplete: 'off', required: false } as const
  return (
    <form className={styles.range} onSubmit={apply}>
      <TextField {...field} name="min" errors={wrong[0] ? NO_PRICE : undefined} label="From GH₵" defaultValue={min ?? ''} placeholder={String(Math.floor(bounds.min))} />
      <TextField {...field} name="max" errors={wrong[1] ? NO_PRICE : undefined} label="To GH₵" defaultValue={max ?? ''} placeholder={String(Math.ceil(bounds.max))} />
      <Button kind="secondary">Set price</Button>
    </form>
  )
}
