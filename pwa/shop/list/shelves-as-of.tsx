import type { MayBeKept } from '#pwa/lib/api.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { AsOf } from '#pwa/ui/as-of.tsx'
import * as words from '../goods-words.tsx'

/**
 * States the age of goods shown from this device's copy; of several replies, the oldest. The age of a reply from the
 * shop's memory is unknown.
 */
export function ShelvesAsOf({
  replies,
  className,
}: {
  replies: readonly (MayBeKept | undefined)[]
  className?: string | undefined
}) {
  const at = Math.min(...replies.map(reply => reply?.as_of ?? Infinity))
  if (at === Infinity && !replies.some(reply => reply?.is_stale)) return null
  return (
    <div className={className}>
      {at < Infinity ? (
        <AsOf at={at}>{words.mayBeOthers}</AsOf>
      ) : (
        <Alert kind="info" title={words.outOfDate}>
          <p>{words.lookedUpAgain}</p>
        </Alert>
      )}
    </div>
  )
}
