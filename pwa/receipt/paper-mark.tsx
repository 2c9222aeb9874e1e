import { MARK, MARK_SIDE } from './shop-mark.ts'
import styles from './receipt-paper.module.css'

/** The shop's mark in black and white. */
export const PaperMark = () => (
  <svg className={styles.mark} viewBox={`0 0 ${MARK_SIDE} ${MARK_SIDE}`} aria-hidden>
    {MARK.map(({ x, y, width, height, round, ink }) => (
      <rect
        key={`${x} ${y} ${height}`}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={round}
        fill={ink ? '#000000' : '#ffffff'}
      />
    ))}
  </svg>
)
