import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Link } from '#pwa/ui/link.tsx'
import styles from './list-screen.module.css'
import type { Direction } from './use-order.ts'

interface Props {
  head: string
  /** Its name in the list's `order_column`. */
  order: string
  isNumber?: boolean
  /** The order while the address has none. */
  usual?: { column: string; direction: Direction } | undefined
}

/** A column heading that sorts: words from A, numbers and dates from the largest; a second press reverses it. */
export function SortHead({ head, order, isNumber = false, usual }: Props) {
  const { get, hrefWith } = useFilters()
  const column = get('order_column') || usual?.column
  const direction = get('order_column') ? get('order_direction') || 'desc' : usual?.direction
  const isSorted = column === order
  const next: Direction = isSorted ? (direction === 'asc' ? 'desc' : 'asc') : isNumber ? 'desc' : 'asc'
  const Icon = !isSorted ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      className={isNumber ? styles.number : undefined}
      scope="col"
      aria-sort={!isSorted ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <Link
        className={styles.sort}
        to={hrefWith({ order_column: order, order_direction: next })}
        replace
        preventScrollReset
      >
        {head}
        <Icon size={16} aria-hidden />
      </Link>
    </th>
  )
}
