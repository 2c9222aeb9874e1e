/**
 * A shop of its own for `npm run bench -- growth`: builds its index or reads it from its file, says how long that took,
 * and answers over HTTP. Asked by messages, it says how much memory it takes, changes goods and waits for its file.
 */
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createApp } from '#api/app.ts'
import { sift } from '#api/catalogue-index/facets.ts'
import type { Listing } from '#api/catalogue-index/listing.ts'
import { listingCopy } from '#api/catalogue/listing-copy.ts'
import { threadMs } from '#tests/support/runs/processor-time.ts'

export interface Started {
  port: number
  /** Until the first list can be answered. */
  ms: number
  /** Of the processor. */
  cpuMs: number
  /** The longest time of the processor in which nobody else had a turn. */
  longestHoldMs: number
  rssMb: number
}

const rssMb = () => Math.round(process.memoryUsage().rss / 1e6)

/** The longest turn of the event loop during some work, in ms of the processor: others' work beside it counts not. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, threadMs()]
  const looking = setInterval(() => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  await work()
  clearInterval(looking)
  return longest
}

// The program that its threads run.
process.argv[1] = process.argv[2]!
const listener = createServer(createApp().callback()).listen(0, '127.0.0.1')
await once(listener, 'listening')
const [began, used] = [performance.now(), process.cpuUsage()]
const longestHoldMs = await longestHold(listingCopy)
const ms = performance.now() - began
const { user, system } = process.cpuUsage(used)
const { port } = listener.address() as AddressInfo
process.send!({ port, ms, cpuMs: (user + system) / 1000, longestHoldMs, rssMb: rssMb() } satisfies Started)

/** Other names, words and prices for a hundred products, five times: the middle time. */
async function changing(): Promise<number> {
  const { catalogue } = await listingCopy()
  const { places } = catalogue.orders.id
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const some = Array.from({ length: 100 }, (_, nth): Listing => {
      const listing = catalogue.listingAt(places[(nth * 197) % places.length]!)
      return { ...listing, price: listing.price + round, name: `${listing.name} ${round}`, words: `qqnew${round}` }
    })
    const since = performance.now()
    catalogue.change(some)
    times.push(performance.now() - since)
  }
  return times.sort((a, b) => a - b)[2]!
}

/** Facets by a size and a price, where the variants of every product differ in price. */
async function mixed(): Promise<number> {
  const { catalogue, names } = await listingCopy()
  const { places } = catalogue.orders.id
  for (let from = 0; from < places.length; from += 500)
    catalogue.change(
      Array.from(places.slice(from, from + 500), (place): Listing => {
        const listing = catalogue.listingAt(place)
        const choices = listing.choices.map(([size, colour, left], nth): Listing['choices'][number] => [
          size,
          colour,
          left,
          listing.price + nth * 500,
          0,
        ])
        return { ...listing, discounted: false, choices }
      }),
    )
  const into = catalogue.goods.bitmaps.take()
  const times = Array.from({ length: 40 }, (_, nth) => {
    const since = performance.now()
    sift({ catalogue, names }, { sizes: ['UK8'], min_price: 60, max_price: 80 + nth * 9 }, into)
    return performance.now() - since
  })
  return times.sort((a, b) => a - b)[20]!
}

const ANSWERS: Record<string, () => Promise<number>> = {
  rss: async () => rssMb(),
  took: async () => threadMs(),
  changing,
  mixed,
  filed: async () => {
    const path = join(process.env.DATA_DIR!, 'catalogue.index')
    while (!existsSync(path)) await setTimeout(50)
    return statSync(path).size / 1e6
  },
}
process.on('message', (asked: string) => void ANSWERS[asked]!().then(answer => process.send!(answer)))
