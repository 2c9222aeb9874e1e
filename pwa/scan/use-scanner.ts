import { useAtomValue } from 'jotai'
import { useEffectEvent, useLayoutEffect } from 'react'
import { isCovered } from '#pwa/session/screen-lock.ts'
import { hear, PAUSE_MS, SILENCE, SLOWEST_MS, type Burst, type Heard, type Stroke } from './scanner.ts'

/**
 * Reports every code that a hardware scanner types anywhere on the page, and stops its keys from doing anything else.
 * `isKnown` tells a slow scanner from a person, in whichever field its keys land. A locked screen reports nothing. It
 * listens before the screen is drawn, so that no scan at its first sight is lost.
 */
export function useScanner(onCode: (code: string) => void, isKnown?: (code: string) => boolean) {
  const take = useEffectEvent(onCode)
  const knows = useEffectEvent((code: string) => isKnown?.(code) ?? false)
  const isLocked = useAtomValue(isCovered)
  useLayoutEffect(
    () =>
      isLocked
        ? undefined
        : listen(
            code => take(code),
            code => knows(code),
          ),
    [isLocked],
  )
}

/** Listens before everything else on the page. @returns the stop function */
export function listen(onCode: (code: string) => void, isKnown?: (code: string) => boolean): () => void {
  let burst: Burst = SILENCE
  let field: Field | null = null
  /** The field before each key of the burst's tail. */
  let before: (Field | null)[] = []
  let target: EventTarget | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function onKey(event: KeyboardEvent) {
    const stroke = strokeOf(event)
    if (!stroke) return
    if (event.target !== target) burst = { ...burst, tail: '' }
    target = event.target
    const heard = hear(burst, stroke, isKnown)
    burst = heard.burst
    if (heard.code !== null) finish(heard)
    before = burst.tail === '' ? [] : [...before, fieldOf(event.target)].slice(-burst.tail.length)
    if (burst.text.length === 1) field = fieldOf(event.target)
    // A space would press the focused button.
    if (heard.swallow || (burst.text.length > 1 && !field)) swallow(event)
    clearTimeout(timer)
    if (burst.text !== '') timer = setTimeout(onPause, PAUSE_MS, PAUSE_MS)
  }

  function onPause(pause_ms: number) {
    const heard = hear(burst, { kind: 'pause', at: burst.at + pause_ms }, isKnown)
    burst = heard.burst
    if (heard.code !== null) finish(heard)
    else if (burst.tail !== '') timer = setTimeout(onPause, SLOWEST_MS - pause_ms, SLOWEST_MS)
  }

  function finish({ code, is_slow }: Heard) {
    const typedInto = is_slow ? before.at(-code!.length) : field
    if (typedInto) putBack(typedInto)
    field = null
    before = []
    onCode(code!)
  }

  addEventListener('keydown', onKey, { capture: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKey, { capture: true })
  }
}

function strokeOf(event: KeyboardEvent): Stroke | null {
  const at = event.timeStamp
  if (event.key === 'Shift' || event.key === 'CapsLock') return null
  if (event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return { kind: 'other', at }
  if (event.key === 'Enter' || event.key === 'Tab') return { kind: 'end', at }
  return event.key.length === 1
    ? { kind: 'char', char: event.key, at, in_field: fieldOf(event.target) !== null, is_secret: isSecret(event.target) }
    : { kind: 'other', at }
}

const isSecret = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'password'

function swallow(event: KeyboardEvent) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

interface Field {
  element: HTMLInputElement | HTMLTextAreaElement
  value: string
}

function fieldOf(target: EventTarget | null): Field | null {
  const typed =
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement &&
      !['radio', 'checkbox', 'button', 'submit', 'file', 'range'].includes(target.type))
  return typed ? { element: target, value: target.value } : null
}

/** Restores the field's value from before the scanner typed into it; the event informs React. */
function putBack({ element, value }: Field) {
  if (element.value === value) return
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
