import { createElement, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react'
import type { RouteObject } from 'react-router-dom'

const TIME_OUT_MS = 120_000

/** A chunk did not come. The page stays as it is; the screen offers to try again. */
export class ChunkError extends Error {}

/**
 * For a route's `lazy`: the named screen of a chunk. Waits 120 s at most and asks once more before it gives up.
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

/** Has a route know its screen, where `lazyScreen` is to fetch it. @throws {ChunkError} */
export async function fetchScreen(route: RouteObject): Promise<void> {
  if (!isFetched(route)) Object.assign(route, await (route.lazy as LazyScreen)())
}

/**
 * A part of a screen that is fetched once it is shown; `meanwhile` stands in for it. Where it did not come it throws
 * what `loadChunk` does, and asks again when it is shown anew.
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
