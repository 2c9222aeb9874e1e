import { useEffect } from 'react'
import { isDialogOpen } from '../use-shortcut.ts'

const LIST = 'table, [data-rows]'
const ROW = 'tbody > tr, [data-row]'
/** Opens a row, or does its main action; by default its first link or button. */
const DOOR = '[data-door]'
/** Its arrows move through its suggestions. */
const SEARCH = 'input[type=search]:not([list])'
const OTHERWISE = 'a[href], button:not(:disabled)'

/**
 * Arrow keys move from row to row, Home and End to the first and the last; ArrowDown enters the list from its search.
 */
export function useRowKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [])
}

function move(event: KeyboardEvent): void {
  const { target } = event
  if (
    !(target instanceof HTMLElement) ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.defaultPrevented ||
    isDialogOpen()
  )
    return
  const to = target.matches(SEARCH) ? (event.key === 'ArrowDown' ? firstDoor() : null) : neighbour(target, event.key)
  if (!to) return
  event.preventDefault()
  to.focus()
}

const firstDoor = () =>
  document.querySelector<HTMLElement>(`:is(${LIST}) ${DOOR}`) ??
  [...document.querySelectorAll(LIST)].flatMap(doorsIn)[0]

function neighbour(from: HTMLElement, key: string): HTMLElement | null | undefined {
  if (from.matches('input:not([type=checkbox]), textarea, select')) return null
  const [row, list] = [from.closest(ROW), from.closest(LIST)]
  const doors = list ? doorsIn(list) : []
  const at = doors.findIndex(door => row?.contains(door))
  return at === -1 ? null : { ArrowDown: doors[at + 1], ArrowUp: doors[at - 1], Home: doors[0], End: doors.at(-1) }[key]
}

const doorsIn = (list: Element) =>
  [...list.querySelectorAll(ROW)].flatMap(
    row => row.querySelector<HTMLElement>(DOOR) ?? row.querySelector<HTMLElement>(OTHERWISE) ?? [],
  )
