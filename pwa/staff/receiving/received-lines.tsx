import X from 'lucide-react/icons/x'
import { BareField } from '#pwa/ui/bare-field.tsx'
import { IconButton } from '#pwa/ui/button.tsx'
import { changeLine, errorsNow, type lineErrors, type Received } from './receiving.ts'
import styles from './receive.module.css'
import * as words from './receiving-words.ts'

interface Props {
  lines: readonly Received[]
  errors: ReturnType<typeof lineErrors>
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
      {lines.map(line => (
        <Line
          key={line.id}
          line={line}
          errors={errorsNow(errors.get(line.id), line)}
          onChange={change => onChange(changeLine(lines, line.id, change))}
          onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
        />
      ))}
    </tbody>
  </table>
)

interface LineProps {
  line: Received
  errors: ReturnType<typeof errorsNow>
  onChange: (change: Partial<Received>) => void
  onRemove: () => void
}

const Line = ({ line: { item, sku, quantity, unit_cost }, errors, onChange, onRemove }: LineProps) => (
  <tr>
    <td>
      {item}
      <span className={styles.sku}>{sku}</span>
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
        errors={errors.quantity}
        onChange={event => onChange({ quantity: event.target.value })}
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
        errors={errors.unit_cost}
        onChange={event => onChange({ unit_cost: event.target.value })}
      />
    </td>
    <td>
      <IconButton label={words.removeItem(item)} icon={<X size={20} />} onClick={onRemove} />
    </td>
  </tr>
)
