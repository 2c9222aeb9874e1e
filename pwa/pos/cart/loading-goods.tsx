import { useReducer, useEffect } from 'react'
import { Loader } from '#pwa/ui/skeleton.tsx'
import styles from './loading-goods.module.css'
import * as words from './product-words.ts'

interface Props {
  progress: { have: number; total: number } | null
  /** There is nothing yet to sell from. */
  isFirst: boolean
}

const PATIENCE_MS = 6000

/** How far the shop's goods have come. After the first chunk one can sell meanwhile. */
export function LoadingGoods({ progress, isFirst }: Props) {
  if (!progress)
    return (
      <div className={styles.waiting}>
        <Loader rows={7} height={70} />
        <Patience />
      </div>
    )
  const { have, total } = progress
  return (
    <div className={styles.loading}>
      <label>
        <span>{words.loading(isFirst, have, total)}</span>
        <progress value={have} max={total || 1} />
      </label>
    </div>
  )
}

/** With no goods on the device and none coming there is only one thing to do. */
function Patience() {
  const [isLong, grow] = useReducer(() => true, false)
  useEffect(() => {
    const timer = setTimeout(grow, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLong && <p role="status">{words.noGoodsYet}</p>
}
