import { isMissing, isStranger } from '../lib/api-error.ts'
import { ChunkError } from '../lib/lazy-screen.ts'

/**
 * For the console: what a screen threw that no screen answers. A missing page, a lost session and a lost network have
 * their own words.
 */
export function noteError(error: unknown): void {
  if (isMissing(error) || isStranger(error) || error instanceof ChunkError) return
  console.error(error)
}
