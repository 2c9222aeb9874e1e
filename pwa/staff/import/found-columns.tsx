import type { OpenedImport } from '#sync/protocol/staff/import.ts'
import { FORMATS } from '#sync/protocol/staff/import-report.ts'
import styles from './import.module.css'
import * as words from './import-words.ts'

/** The format of a file, with the columns that are read and those that are ignored. */
export function FoundColumns({ opened: { format_code, columns } }: { opened: OpenedImport }) {
  if (!format_code || columns.length === 0) return null
  const names = (isRead: boolean) =>
    columns
      .filter(column => column.isRead === isRead && column.name !== '')
      .map(({ name }) => name)
      .join(', ')
  const left = names(false)
  return (
    <details className={styles.columns}>
      <summary>
        {words.columnsRead(FORMATS[format_code], columns.filter(({ isRead }) => isRead).length, columns.length)}
      </summary>
      <p>
        <strong>{words.read}</strong> {names(true)}
      </p>
      {left && (
        <p>
          <strong>{words.leftOut}</strong> {left}
        </p>
      )}
    </details>
  )
}
