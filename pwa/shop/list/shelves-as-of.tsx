import type { MayBeKept } from '#pwa/lib/api.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { AsOf } from '#pwa/ui/as-of.tsx'
import * as words from '../goods-words.tsx'

/**
 * Says of goods that are shown from this device's copy how old that is; of several replies, the oldest. Of what the
 * shop told from memory nobody knows how old it is.
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
