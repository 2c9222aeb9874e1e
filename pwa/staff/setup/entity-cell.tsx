import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import { choiceWords } from '#pwa/lib/entity-words.ts'
import { formatCount, formatDay } from '#pwa/lib/format.ts'
import { Chip } from '#pwa/ui/chip.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Entity } from '#sync/protocol/entity.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { EntityRow } from './entity-api.ts'
import styles from './setup.module.css'
import * as words from './setup-words.ts'

const NOTHING = '–'

/** One value of a row, formatted by its kind. */
export function EntityCell({ entity, name, row }: { entity: Entity; name: string; row: EntityRow }) {
  const field = entity.fields[name]
  const value = row[name]
  if (value === null || value === undefined || value === '') return NOTHING
  switch (field?.kind) {
    case 'text':
      return field.as === 'swatch' ? (
        <span className={styles.swatch}>
          <Swatch code={String(value)} size={20} />
          {String(value)}
        </span>
      ) : (
        <span className={styles.text}>{String(value)}</span>
      )
    case 'money':
      return formatCedis(Number(value))
    case 'count':
      return formatCount(Number(value))
    case 'flag':
      return value ? words.yes : words.no
    case 'day':
      return formatDay(`${String(value)}T12:00:00`)
    case 'choice':
      return name === 'status_code' ? <Status code={String(value)} /> : choiceWords(String(value))
    case 'ref':
      return (row[field.to] as { name: string } | undefined)?.name ?? String(value)
    default:
      return String(value)
  }
}

const Status = ({ code }: { code: string }) =>
  code === 'ACTIVE' ? (
    <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
      {words.active}
    </Chip>
  ) : (
    <Chip icon={<CircleOff size={16} aria-hidden />}>{choiceWords(code)}</Chip>
  )
