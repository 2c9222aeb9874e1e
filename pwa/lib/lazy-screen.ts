import type { ComponentType } from 'react'

const TIME_OUT_MS = 120_000

/** A chunk did not come. The page stays as it is; the screen offers to try again. */
export class ChunkError extends Error {}

/**
 * For a route's `lazy`: the named screen of a chunk. Waits 120 s at most and asks once more before it gives up.
 * @throws {ChunkError}
 */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) => async () =>
  ({ Component: (await loadChunk(load))[name] })

/** @throws {ChunkError} */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, timeOut = TIME_OUT_MS): Promise<Chunk> {
  return within(load(), timeOut).catch(() => within(load(), timeOut)).catch(cause => {
    throw new ChunkError('This part of the shop could not be loaded.', { cause })
  })
}

const within = <T>(promise: Promise<T>, ms: number): Promise<T> => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error(`Nothing came within ${ms} ms.`)), ms)
  promise.then(resolve, reject).finally(() => clearTimeout(timer))
})
