import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { canInstall, isInstalled, isIosPage } from '#pwa/browser/install.ts'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { Catch } from '#pwa/lib/routed.tsx'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { afterNo, isMoment, keepAsking, readAsking, withPage } from './install-moment.ts'

const InstallOffer = lazyPart(() => import('./install-offer.tsx'), 'InstallOffer')

/** Offers to install the shop once the shopper has looked around; on an iPhone it says how. */
export function InstallHint() {
  const { pathname } = useLocation()
  const offered = useAtomValue(canInstall)
  const isMounted = useMounted()
  const [isOver, end] = useState(false)
  useEffect(() => keepAsking(withPage(readAsking(), pathname)), [pathname])
  if (
    !isMounted ||
    isOver ||
    isInstalled() ||
    !(offered || isIosPage()) ||
    !isMoment(withPage(readAsking(), pathname), pathname)
  )
    return null
  const no = () => {
    keepAsking(afterNo(readAsking()))
    end(true)
  }
  return (
    <Catch fallback={Nothing} at={pathname}>
      <InstallOffer isOffered={offered} onYes={() => end(true)} onNo={no} />
    </Catch>
  )
}

/** If the question cannot load, it can wait. */
const Nothing = () => null
