import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Takes files that are dropped onto an element. */
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

/** Lets the children of a list be dragged to one another's places; they say `draggable` and are counted from 0. */
export function useDraggedOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void): void {
  const move = useEffectEvent(onMove)
  useEffect(() => {
    const element = list.current
    if (!element) return
    let from = -1
    const placeOf = ({ target }: Event) => target instanceof Node ? [...element.children].findIndex(child => child.contains(target)) : -1
    const mark = (at: number) => { for (const [i, child] of [...element.children].entries()) child.toggleAttribute('data-over', i === at && i !== from) }
    const take = (event: DragEvent) => { from = placeOf(event) }
    const pass = (event: DragEvent) => {
      if (from < 0) return
      event.preventDefault()
      mark(placeOf(event))
    }
    const drop = (event: DragEvent) => {
      const to = placeOf(event)
      if (from < 0) return
      event.preventDefault()
      if (to >= 0) move(from, to)
    }
    const end = () => {
      from = -1
      mark(-1)
    }
    const listeners = { dragstart: take, dragover: pass, drop, dragend: end }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name as 'drop', listener)
    return () => { for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name as 'drop', listener) }
  }, [list])
}
