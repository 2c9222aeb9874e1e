import { useRef } from 'react'
import { newIntent } from './api.ts'

/**
 * The key under which something is sent: it stays while its content does, so that after a lost reply nothing is done
 * twice, until it is `done`.
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
