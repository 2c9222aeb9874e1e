import { isMissing, isStranger } from '../lib/api-error.ts'
import { ChunkError } from '../lib/lazy-screen.ts'

/**
 * Logs an error that no screen handles. A missing page, an ended session and a lost network have their own messages.
 */
export function noteError(error: unknown): void {
  if (isMissing(error) || isStranger(error) || error instanceof ChunkError) return
  console.error(error)
}
