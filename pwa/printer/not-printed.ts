/** `away`: switched off or unplugged; `busy`: another program or tab has it; `silent`: it takes nothing more. */
export type Fault = 'away' | 'busy' | 'silent' | 'forgotten' | 'unloaded' | 'unknown'

/** The printer did not take the bytes. The receipt waits. */
export class NotPrinted extends Error {
  override name = 'NotPrinted'
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super(`not printed: ${fault}`, options)
    this.fault = fault
  }
}

/** Names what went wrong in one step with the printer. @throws NotPrinted */
export async function step<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new NotPrinted(fault, { cause: error })
  }
}

/** A printer without paper takes no more bytes, and never answers. */
const PATIENCE_MS = 10_000
const END_MS = 2000

/** One step that must end in time. @throws NotPrinted */
export function stepInTime<T>(work: () => Promise<T>, patience = PATIENCE_MS): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('It took too long.')), patience))
  return step('silent', () => Promise.race([work(), late]))
}

/** Ends a session with the printer, whatever state it is in: what matters has been said before. */
export const quietly = (work: () => Promise<unknown>): Promise<unknown> => stepInTime(work, END_MS).catch(() => null)

/** What the person chose in the browser's list; null if nothing. */
export async function chosen<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'AbortError')) return null
    throw error
  }
}
