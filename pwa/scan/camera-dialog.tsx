import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useAtomValue } from 'jotai'
import { isCovered } from '#pwa/session/screen-lock.ts'
import { CameraError, watchCamera } from './camera.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import styles from './camera-dialog.module.css'
import * as scanWords from './scan-words.ts'

interface Props {
  open: boolean
  onClose: () => void
  /** Handles a code. @returns words about the result */
  onCode: (code: string) => string | Promise<string>
  /** Below the words, such as the codes scanned so far. */
  children?: ReactNode
}

/** Scans one code after another with the camera until it is closed, or the screen is locked. */
export const CameraDialog = ({ open, onClose, onCode, children }: Props) => (
  <Dialog open={useAtomValue(isCovered) ? false : open} onClose={onClose} title={scanWords.scanWithCamera}>
    <Camera onCode={onCode} />
    {children}
    <DialogActions>
      <Button type="button" kind="secondary" size="till" onClick={onClose}>
        {scanWords.done}
      </Button>
    </DialogActions>
  </Dialog>
)

function Camera({ onCode }: Pick<Props, 'onCode'>) {
  const host = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [said, setSaid] = useState(scanWords.holdBarcode)
  const take = useEffectEvent(async (code: string) => setSaid(await onCode(code)))
  const complain = useEffectEvent((error: unknown) => {
    if (!(error instanceof CameraError)) throw error
    setTrouble(error.message)
  })

  useEffect(() => {
    let isOver = false
    const watching = watchCamera(host.current!, code => {
      if (!isOver) void take(code)
    })
    watching.catch(error => {
      if (!isOver) complain(error)
    })
    return () => {
      isOver = true
      // A camera that failed to start has nothing to stop; its message is already shown.
      void watching.then(
        stop => stop(),
        () => undefined,
      )
    }
  }, [])

  if (trouble)
    return (
      <Alert kind="bad" title={scanWords.noPicture}>
        {trouble}
      </Alert>
    )
  return (
    <>
      <div ref={host} className={styles.picture} />
      <p role="status">{said}</p>
    </>
  )
}
