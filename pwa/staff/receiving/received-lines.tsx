import X from 'lucide-react/icons/x'
import { IconButton } from '#pwa/ui/button.tsx'
import { changeLine, type Received } from './receiving.ts'
import styles from './receive.module.css'

interface Props {
  lines: readonly Received[]
  errors: Record<number, string[]>
  onChange: (lines: Received[]) => void
}

/** What came in: how many of what, and what one piece cost. */
export const ReceivedLines = ({ lines, errors, onChange }: Props) => (
  <table className={styles.lines}>
    <thead>
      <tr>
        <th scope="col">Goods</th>
        <th scope="col">Pieces</th>
        <th scope="col">Cost of one, GH₵</th>
        <th scope="col">
          <span className="visually-hidden">Remove</span>
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
          <td data-head="Pieces">
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={100_000}
              step={1}
              required
              aria-label={`Pieces: ${item}`}
              value={quantity}
              aria-invalid={errors[id] ? true : undefined}
              aria-describedby={errors[id] && `line-${id}-error`}
              onChange={event => onChange(changeLine(lines, id, { quantity: event.target.value }))}
            />
          </td>
          <td data-head="Cost of one, GH₵">
            <input
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              aria-label={`Cost of one: ${item}`}
              value={unit_cost}
              onChange={event => onChange(changeLine(lines, id, { unit_cost: event.target.value }))}
            />
          </td>
          <td>
            <IconButton
              label={`Remove ${item}`}
              icon={<X size={20} />}
              onClick={() => onChange(lines.filter(line => line.id !== id))}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
