import { useEffect } from 'react'
import type { SignedIn } from '#pwa/session/session.ts'
import { settings } from '../settings.ts'
import { lockNow } from './lock-till.ts'

const LOOK_EVERY_MS = 5_000
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Locks the till when nobody has touched it for the minutes of the shop's setting, if this cashier has a PIN here. A
 * clock that jumps locks it too early, never too late.
 */
export function useLockWhenIdle(teller: SignedIn): void {
  useEffect(() => {
    let touched_at = Date.now()
    const touch = () => {
      touched_at = Date.now()
    }
    const look = () => {
      const minutes = Number(settings.get('till_lock_minutes')) || 0
      const idle_ms = Math.abs(Date.now() - touched_at)
      if (minutes <= 0 || idle_ms < minutes * 60_000) return
      touch()
      void lockNow(teller)
    }
    for (const type of TOUCHES) addEventListener(type, touch, { capture: true, passive: true })
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => {
      for (const type of TOUCHES) removeEventListener(type, touch, { capture: true })
      clearInterval(timer)
    }
  }, [teller])
}
