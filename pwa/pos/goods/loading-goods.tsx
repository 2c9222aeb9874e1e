import { useReducer, useEffect } from 'react'
import { Loader } from '#pwa/ui/skeleton.tsx'
import styles from './loading-goods.module.css'
import * as words from './product-words.ts'

interface Props {
  progress: { have: number; total: number } | null
  /** No goods to sell yet. */
  isFirst: boolean
}

const PATIENCE_MS = 6000

/** The progress of loading the shop's goods. Selling can start after the first chunk. */
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

/** With no goods on the device and none on the way, the only thing to do is go online. */
function Patience() {
  const [isLong, grow] = useReducer(() => true, false)
  useEffect(() => {
    const timer = setTimeout(grow, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLong && <p role="status">{words.noGoodsYet}</p>
}
