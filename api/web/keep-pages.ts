import { outsideTransaction } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import type { BuiltPages } from '#api/web/built-pages.ts'
import { TooBusy } from '#api/web/draw-in-turn.ts'
import { makePage, type Made, type Moved, type Page, type Wanted } from '#api/web/drawn-page.ts'
import { areSame } from '#api/web/read-public.ts'
import { Room } from '#api/web/room.ts'

/** How long a page is sent without a check. */
const FRESH_MS = 1_000
/** A page unchecked for this long is checked before it is sent; until then, after it. */
const STALE_MS = 3_000

const MEGABYTE = 1_000_000
/** Pages under their own address, and others: anybody can think of more addresses, which push out only each other. */
const plain = new Room<Kept>(16 * MEGABYTE)
const others = new Room<Kept>(4 * MEGABYTE)

interface Kept extends Made {
  root: string
  day: string
  at: number
  checking: Promise<Page | Moved> | null
}

const making = new Map<string, Promise<Page | Moved>>()

/**
 * A page as it was drawn for somebody before, as long as its sources answer the same; a page whose address is secret is
 * not kept. While the server is busy or the database away, as it was.
 */
export function keptPage(wanted: Wanted, pages: BuiltPages): Promise<Page | Moved> {
  const kept = keptFor(nameOf(wanted)) ?? keptFor(nameOf({ ...wanted, isNobody: null }))
  if (kept?.root !== pages.root || kept.day !== today()) return makeOnce(wanted, pages)
  const age = performance.now() - kept.at
  if (age <= FRESH_MS) return Promise.resolve(kept.page)
  kept.checking ??= outsideTransaction(() => check(kept, () => makeOnce(wanted, pages))).finally(() => {
    kept.checking = null
  })
  return age <= STALE_MS ? Promise.resolve(kept.page) : kept.checking
}

const keptFor = (name: string) => plain.get(name) ?? others.get(name)

/** A page for everybody goes by its address alone. */
const nameOf = ({ path, search, isNobody }: Omit<Wanted, 'isNobody'> & { isNobody: boolean | null }) =>
  `${path}${search} ${isNobody ?? ''}`

/** Bytes of all kept pages. */
export const bytesKept = () => plain.bytes + others.bytes

/** Some pages name days. */
const today = () => new Date().toISOString().slice(0, 10)

async function check(kept: Kept, make: () => Promise<Page | Moved>): Promise<Page | Moved> {
  const began = performance.now()
  try {
    if (!(await areSame(kept.sources))) return await make()
    kept.at = began
  } catch (error) {
    if (!(error instanceof TooBusy)) log.warn({ error: (error as Error).name }, 'page not looked at')
  }
  return kept.page
}

/** Once for all that ask for it together. */
function makeOnce(wanted: Wanted, pages: BuiltPages): Promise<Page | Moved> {
  const name = nameOf(wanted)
  const known = making.get(name)
  if (known) return known
  const began = performance.now()
  const page = makePage(wanted, pages)
    .then(made => {
      keep(wanted, { ...made, root: pages.root, day: today(), at: began, checking: null })
      return made.page
    })
    .finally(() => making.delete(name))
  making.set(name, page)
  return page
}

function keep(wanted: Wanted, kept: Kept): void {
  const { page, isPlain, sources } = kept
  const isOnesOwn = 'drawn_for' in page && page.drawn_for !== 'everybody'
  if (isOnesOwn && page.drawn_for === 'holder') return
  const name = nameOf(isOnesOwn ? wanted : { ...wanted, isNobody: null })
  plain.drop(name)
  others.drop(name)
  const size = JSON.stringify(sources).length + ('packed' in page ? page.packed.length + page.policy.length : 0)
  ;(isPlain ? plain : others).put(name, kept, size)
}
