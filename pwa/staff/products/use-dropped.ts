import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Receives files dropped onto an element. */
export function useDroppedFiles(place: RefObject<HTMLElement | null>, onFiles: (files: FileList | null) => void): void {
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    onFiles(event.dataTransfer?.files ?? null)
  })
  useEffect(() => {
    const element = place.current
    const allow = (event: DragEvent) => event.preventDefault()
    element?.addEventListener('dragover', allow)
    element?.addEventListener('drop', drop)
    return () => {
      element?.removeEventListener('dragover', allow)
      element?.removeEventListener('drop', drop)
    }
  }, [place])
}
