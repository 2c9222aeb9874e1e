import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import styles from './list-screen.module.css'
import type { Chosen } from './use-chosen.ts'
import * as words from './list-words.ts'

/** Actions for the chosen rows; floats at the foot of the list while any are chosen. */
export function BulkBar<Row extends { id: number }>({
  chosen: { rows, clear },
  children,
}: {
  chosen: Chosen<Row>
  children: ReactNode
}) {
  return (
    <div role="region" aria-label={words.chosenRows} data-bulk-bar className={styles.bulk} hidden={rows.length === 0}>
      <strong role="status">{words.chosen(rows.length)}</strong>
      {rows.length > 0 && children}
      <Button type="button" kind="quiet" icon={<X size={20} aria-hidden />} onClick={clear}>
        {words.clearSelection}
      </Button>
    </div>
  )
}
