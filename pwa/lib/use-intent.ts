import { useRef } from 'react'
import { newIntent } from './api.ts'

/**
 * The key of an intent: stays the same while its content does, so that a repeat after a lost reply has no second
 * effect, until it is `done`.
 */
export function useIntent() {
  const held = useRef({ content: '', key: '' })
  return {
    keyOf: (content: string): string => {
      if (held.current.content !== content) held.current = { content, key: newIntent() }
      return held.current.key
    },
    done: (): void => {
      held.current = { content: '', key: '' }
    },
  }
}
