import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Receives files dropped onto an element. */
export function useDroppedFiles(place: RefObject<HTMLElement | null>, onFiles: (files: FileList | null) => void): void {
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    onFiles(event.dataTransfer?.files ?? null)
  })
  useEffect(() => {
    const element = place.current
    if (!element) return
    const mark = (isOver: boolean) => element.toggleAttribute('data-over', isOver)
    const listeners: Record<string, (event: DragEvent) => void> = {
      dragover: event => {
        event.preventDefault()
        mark(event.dataTransfer?.types.includes('Files') ?? false)
      },
      dragleave: () => mark(false),
      drop: event => {
        mark(false)
        drop(event)
      },
    }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener)
    }
  }, [place])
}
