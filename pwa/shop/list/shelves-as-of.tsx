import type { MayBeKept } from '#pwa/lib/api.ts'
import { AsOf } from '#pwa/ui/as-of.tsx'
import * as words from '../goods-words.tsx'

/** Says of goods that are shown from this device's copy how old that is; of several replies, the oldest. */
export function ShelvesAsOf({
  replies,
  className,
}: {
  replies: readonly (MayBeKept | undefined)[]
  className?: string | undefined
}) {
  const at = Math.min(...replies.map(reply => reply?.as_of ?? Infinity))
  return (
    at < Infinity && (
      <div className={className}>
        <AsOf at={at}>{words.mayBeOthers}</AsOf>
      </div>
    )
  )
}
