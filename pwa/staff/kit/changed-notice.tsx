import { useEffect, useRef, type ReactNode } from 'react'
import { Alert } from '#pwa/ui/alert.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import styles from './changed-notice.module.css'

interface Props {
  title: string
  words: string
  /** The column headings: the difference, our value and theirs. */
  heads: readonly [what: string, ours: string, theirs: string]
  differences: readonly { id: string | number; what: string; ours: string; theirs: string }[]
  /** The possible actions. */
  children: ReactNode
}

/** Another user saved first: shows the differences side by side, and takes focus. */
export function ChangedNotice({ title, words, heads, differences, children }: Props) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  return (
    <div ref={top} tabIndex={-1} className={styles.notice}>
      <Alert kind="warn" title={title}>
        <p>{words}</p>
        {differences.length > 0 && (
          <table className={styles.differences}>
            <thead>
              <tr>
                {heads.map(head => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differences.map(({ id, what, ours, theirs }) => (
                <tr key={id}>
                  <th scope="row">{what}</th>
                  <td>{ours}</td>
                  <td>{theirs}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <DialogActions>{children}</DialogActions>
      </Alert>
    </div>
  )
}
