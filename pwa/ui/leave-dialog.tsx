import { useCallback, useEffect } from 'react'
import { useGuard } from '#pwa/lib/routed.tsx'
import type { Guard } from '#pwa/lib/router.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import * as words from './ui-words.ts'

/** Asks before the user leaves a page with unsaved input; when leaving the site, the browser asks. */
export function LeaveDialog({ isUnsaved }: { isUnsaved: () => boolean }) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const asked = useGuard(useCallback<Guard>((from, to) => from.pathname !== to.pathname && isUnsaved(), [isUnsaved]))
  const stay = () => asked?.stay()
  return (
    <Dialog open={asked !== null} onClose={stay} title={words.leaveUnsaved}>
      <p>{words.notSaved}</p>
      <DialogActions>
        <Button type="button" kind="danger" onClick={() => asked?.leave()}>
          {words.leave}
        </Button>
        <Button type="button" onClick={stay}>
          {words.stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
