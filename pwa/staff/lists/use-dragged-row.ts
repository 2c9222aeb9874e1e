import { useEffect, useEffectEvent, type RefObject } from 'react'

interface Moves {
  /** Whether a row may be dropped onto another; any may by default. */
  isPlace?: (id: number, onto: number) => boolean
  /** A row was dropped onto another. */
  onMove: (id: number, onto: number) => void
  /** A row was moved by Alt and an arrow key. */
  onStep?: (id: number, by: -1 | 1) => void
}

/** Lets the rows of a list, with their id in `data-row`, be dragged onto each other, or moved by keys. */
export function useDraggedRow(list: RefObject<HTMLElement | null>, { isPlace, onMove, onStep }: Moves): void {
  const fits = useEffectEvent((id: number, onto: number) => isPlace?.(id, onto) ?? true)
  const move = useEffectEvent(onMove)
  const step = useEffectEvent((id: number, by: -1 | 1) => onStep?.(id, by))
  const isStepped = onStep !== undefined
  useEffect(() => {
    const element = list.current
    if (!element) return
    let dragged: HTMLElement | null = null
    const mark = (row: HTMLElement | null) => {
      for (const each of element.querySelectorAll('[data-over]')) each.toggleAttribute('data-over', each === row)
    }
    const take = (event: DragEvent) => {
      dragged = rowOf(event)
    }
    const pass = (event: DragEvent) => {
      const row = rowOf(event)
      if (!dragged || !row) return
      const isHere = row !== dragged && fits(idOf(dragged), idOf(row))
      // Without preventDefault, the browser shows that nothing can be dropped.
      if (isHere || row === dragged) event.preventDefault()
      mark(null)
      row.toggleAttribute('data-over', isHere)
    }
    const drop = (event: DragEvent) => {
      const row = rowOf(event)
      if (!dragged || !row) return
      event.preventDefault()
      if (row !== dragged && fits(idOf(dragged), idOf(row))) move(idOf(dragged), idOf(row))
    }
    const end = () => {
      dragged = null
      mark(null)
    }
    const press = (event: KeyboardEvent) => {
      const row = rowOf(event)
      if (!row || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      event.stopPropagation()
      step(idOf(row), event.key === 'ArrowUp' ? -1 : 1)
    }
    const listeners = { dragstart: take, dragover: pass, drop, dragend: end, ...(isStepped && { keydown: press }) }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener)
    }
  }, [list, isStepped])
}

const rowOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null)
const idOf = (row: HTMLElement) => Number(row.dataset.row)
