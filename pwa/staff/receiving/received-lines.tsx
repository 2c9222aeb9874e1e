import X from 'lucide-react/icons/x'
import { BareField } from '#pwa/ui/bare-field.tsx'
import { IconButton } from '#pwa/ui/button.tsx'
import { changeLine, type Received } from './receiving.ts'
import styles from './receive.module.css'
import * as words from './receiving-words.ts'

interface Props {
  lines: readonly Received[]
  errors: Record<number, string[]>
  onChange: (lines: Received[]) => void
}

/** The received goods: quantity and unit cost of each. */
export const ReceivedLines = ({ lines, errors, onChange }: Props) => (
  <table className={styles.lines}>
    <thead>
      <tr>
        <th scope="col">{words.goods}</th>
        <th scope="col">{words.pieces}</th>
        <th scope="col">{words.costHead}</th>
        <th scope="col">
          <span className="visually-hidden">{words.remove}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ id, item, sku, quantity, unit_cost }) => (
        <tr key={id}>
          <td>
            {item}
            <span className={styles.sku}>{sku}</span>
            {errors[id] && (
              <span className={styles.error} id={`line-${id}-error`}>
                {errors[id].join(' ')}
              </span>
            )}
          </td>
          <td data-head={words.pieces}>
            <BareField
              type="number"
              inputMode="numeric"
              min={1}
              max={100_000}
              step={1}
              required
              aria-label={words.piecesOfItem(item)}
              value={quantity}
              aria-invalid={errors[id] ? true : undefined}
              aria-describedby={errors[id] && `line-${id}-error`}
              onChange={event => onChange(changeLine(lines, id, { quantity: event.target.value }))}
            />
          </td>
          <td data-head={words.costHead}>
            <BareField
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              aria-label={words.costOfItem(item)}
              value={unit_cost}
              onChange={event => onChange(changeLine(lines, id, { unit_cost: event.target.value }))}
            />
          </td>
          <td>
            <IconButton
              label={words.removeItem(item)}
              icon={<X size={20} />}
              onClick={() => onChange(lines.filter(line => line.id !== id))}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
