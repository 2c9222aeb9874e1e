type Closer = () => unknown

const closers: Closer[] = []
let stopping: Promise<never> | null = null

/** Registers what must be closed when the program ends. The last registered closes first. */
export function onStop(close: Closer): void {
  closers.push(close)
}

/** True from the first signal on: anything that dies now was meant to. */
export const isStopping = () => stopping !== null

/**
 * Ctrl-C and SIGTERM close everything and exit with 0. Repeated signals count once, because npm passes on what the
 * terminal already sent.
 */
export function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stopWith(0))
}

/** Closes everything, then ends the process. Called again, it joins the first. */
export function stopWith(code: number): Promise<never> {
  stopping ??= closeAll().then(allClosed => process.exit(allClosed ? code : 1))
  return stopping
}

async function closeAll(): Promise<boolean> {
  let allClosed = true
  for (let close = closers.pop(); close; close = closers.pop()) {
    try {
      await close()
    } catch (error) {
      allClosed = false
      console.error(error)
    }
  }
  return allClosed
}
