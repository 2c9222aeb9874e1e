import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'
import * as words from './ui-words.ts'

interface Props {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  /** As CSS writes it: '4 / 5'. */
  ratio?: string
  radius?: CSSProperties['borderRadius']
}

/** The shape of content that is loading; appears after 150 ms, so that fast content does not flash. */
export const Skeleton = ({ width = '100%', height, ratio, radius }: Props) => (
  <span className={styles.skeleton} style={{ width, height, aspectRatio: ratio, borderRadius: radius }} aria-hidden />
)

/** Lines of text, or table rows, that are loading. */
export const Loader = ({ rows = 6, height = 28 }: { rows?: number; height?: number }) => (
  <div className={styles.loader} role="status">
    <span className="visually-hidden">{words.loading}</span>
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} height={height} width={row === rows - 1 ? '60%' : '100%'} />
    ))}
  </div>
)
