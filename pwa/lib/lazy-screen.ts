import { createElement, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react'
import type { RouteObject } from 'react-router-dom'

const TIME_OUT_MS = 120_000

/** A chunk did not arrive. The page stays as it is; the screen offers to try again. */
export class ChunkError extends Error {}

/**
 * For a route's `lazy`: the named screen of a chunk. Waits at most 120 s and tries once more before it gives up.
 * @throws {ChunkError}
 */
export const lazyScreen = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyScreen => Object.assign(async () => ({ Component: (await loadChunk(load))[name] }), { screen: name })

type LazyScreen = (() => Promise<{ Component: ComponentType }>) & { screen: string }

/** The name of the screen that a route's `lazy` loads. */
export const screenOf = (lazy: unknown): string | null =>
  typeof lazy === 'function' && 'screen' in lazy ? String(lazy.screen) : null

export const isFetched = ({ lazy, Component }: RouteObject): boolean => lazy === undefined || Component != null

/** Loads the screen of a route, if `lazyScreen` has not done so. @throws {ChunkError} */
export async function fetchScreen(route: RouteObject): Promise<void> {
  if (!isFetched(route)) Object.assign(route, await (route.lazy as LazyScreen)())
}

/**
 * A part of a screen that loads when it is shown; `meanwhile` is its placeholder. Throws what `loadChunk` does if it
 * does not arrive, and tries again when shown again.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
  meanwhile: ReactNode = null,
): FunctionComponent<Props> {
  let Part: FunctionComponent<Props> | null = null
  return function Later(props) {
    const [outcome, end] = useState<{ error: unknown } | 'here' | null>(null)
    useEffect(() => {
      const fetchPart = async () => {
        Part = (await loadChunk(load))[name]
      }
      if (!Part)
        void fetchPart().then(
          () => end('here'),
          (error: unknown) => end({ error }),
        )
    }, [])
    if (outcome !== null && outcome !== 'here') throw outcome.error
    return Part ? createElement(Part, props) : meanwhile
  }
}

/** @throws {ChunkError} */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, timeOut = TIME_OUT_MS): Promise<Chunk> {
  return within(load(), timeOut)
    .catch(() => within(load(), timeOut))
    .catch(cause => {
      throw new ChunkError('We couldn’t load this part of the shop.', { cause })
    })
}

const within = <T>(promise: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing came within ${ms} ms.`)), ms)
    void promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
