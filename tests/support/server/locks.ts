// Node 20 and jsdom have no Web Locks; this grants them by name in the same way.
type Work = (lock: object | null) => unknown
const tails = new Map<string, Promise<unknown>>()

interface Options {
  ifAvailable?: boolean
  signal?: AbortSignal
}

const locks = {
  request(name: string, ...args: [Work] | [Options, Work]): Promise<unknown> {
    const work = args.at(-1) as Work
    const { ifAvailable = false, signal } = args.length === 2 ? (args[0] as Options) : {}
    if (ifAvailable && tails.has(name)) return Promise.resolve(work(null))
    let isGiven = false
    const run = (tails.get(name) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted()
      isGiven = true
      return work({ name })
    })
    const release = () => void (tails.get(name) === tail && tails.delete(name))
    const tail: Promise<void> = run.then(release, release)
    tails.set(name, tail)
    const givenUp = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => {
        if (!isGiven) reject(signal.reason)
      }),
    )
    return Promise.race([tail.then(() => run), givenUp])
  },
  query: async () => ({
    held: [...tails.keys()].map(name => ({ name, mode: 'exclusive', clientId: '' })),
    pending: [],
  }),
}
if (!globalThis.navigator)
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true, writable: true })
if (!navigator.locks) Object.defineProperty(navigator, 'locks', { value: locks })
