import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { seeDate } from './arrival-words.ts'
import { chosenPlace } from './chosen-place.ts'

const Estimate = lazyPart(() => import('./estimate.tsx'), 'Estimate', <Skeleton height={96} />)

/**
 * The delivery dates of the region that this browser remembers. Before one is chosen, a link that offers them; without
 * scripts it leads to the terms of delivery.
 */
export function ArrivalDate() {
  const isMounted = useMounted()
  const hasRegion = useAtomValue(chosenPlace).region_code !== ''
  const [isOpen, open] = useState(false)
  if (isMounted && (hasRegion || isOpen)) return <Estimate isAsked={isOpen} />
  return (
    <Link
      to="/policy/shipping"
      onClick={event => {
        event.preventDefault()
        open(true)
      }}
    >
      {seeDate}
    </Link>
  )
}
