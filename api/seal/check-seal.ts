import { select } from '#api/db/database.ts'
import { digestRows, unpack, type Digest } from '#api/seal/digest-rows.ts'
import { faultOfHead } from '#api/seal/head.ts'
import { everyLink, hashOf, NOTHING, type Link } from '#api/seal/links.ts'
import { faultOfSignature, sealKey } from '#api/seal/seal-key.ts'
import { claimedIn, erasedIn, noteEarlier } from '#api/seal/seal-notes.ts'
import { ORDER_OWNERS, SEALED_TABLES, type SealedTable } from '#api/seal/sealed-tables.ts'

/** `fault`: the first fault, in words. */
export interface SealVerdict {
  links: number
  rows: number
  sealed_at: Date | null
  fault: string | null
}

/** Checks the whole chain and every row it seals. */
export async function checkSeal(pause = async () => {}): Promise<SealVerdict> {
  const verdict: SealVerdict = { links: 0, rows: 0, sealed_at: null, fault: null }
  const reached = new Map<string, number>()
  let before: Buffer = NOTHING
  await noteEarlier()
  for await (const link of everyLink()) {
    await pause()
    const table = SEALED_TABLES.find(({ code }) => code === link.table_code)
    verdict.fault =
      faultOfLink(link, verdict.links + 1, before) ??
      (table ? null : `Link ${link.id} of the seal is of a table that this version does not know.`)
    if (verdict.fault || !table) return verdict
    const sealed = unpack(table, link.digests)
    verdict.fault = await faultOfRows(table, link, { sealed, after: reached.get(table.code) ?? 0 })
    if (verdict.fault) return verdict
    reached.set(table.code, link.up_to)
    before = link.hash
    verdict.links += 1
    verdict.rows += sealed.length
    verdict.sealed_at = link.sealed_at
  }
  return { ...verdict, fault: await faultOfHead() }
}

function faultOfLink(link: Link, expected: number, before: Buffer): string | null {
  if (link.id !== expected) return `Link ${expected} of the seal was taken away by hand.`
  if (!hashOf(link, before).equals(link.hash)) return `Link ${link.id} of the seal was changed by hand.`
  return faultOfSignature(link)
}

type Sealed = Omit<Digest, 'isEmpty'>

async function faultOfRows(
  table: SealedTable,
  link: Link,
  { sealed, after }: { sealed: Sealed[]; after: number },
): Promise<string | null> {
  const places = await select<{ owner: number }>(table.places, { after, before: link.up_to + 1 })
  const found = new Map(
    (
      await digestRows(
        table,
        places.map(({ owner }) => owner),
      )
    ).map(row => [row.id, row]),
  )
  const elsewhere = sealed.filter(({ id }) => !found.has(id)).map(({ id }) => id)
  for (const row of await digestRows(table, elsewhere, 'id')) found.set(row.id, row)
  const knowsPeople = link.public_key === sealKey().publicKey
  const lawful = await lawfulIn(table, sealed, found)
  const known = new Set<number>()
  for (const was of sealed) {
    known.add(was.id)
    const is = found.get(was.id)
    if (!is) return `${table.named} ${was.id} was taken away by hand.`
    if (!lawful.has(was.id) && !(isSame(is, was) && (!knowsPeople || isSamePerson(is, was))))
      return `${table.named} ${was.id} was changed by hand.`
  }
  const added = [...found.keys()].find(id => !known.has(id))
  return added === undefined ? null : `${table.named} ${added} was put in by hand.`
}

const isSame = (is: Sealed, was: Sealed) => is.facts.equals(was.facts)
const isSamePerson = (is: Sealed, was: Sealed) => was.personal === null || is.personal!.equals(was.personal)

/** Those rows that the shop itself changed: it erased a person, or a guest's order became a user's. */
async function lawfulIn(table: SealedTable, sealed: Sealed[], found: Map<number, Digest>): Promise<Set<number>> {
  const changed = sealed.filter(was => {
    const is = found.get(was.id)
    return is && !(isSame(is, was) && isSamePerson(is, was))
  })
  if (table.code === ORDER_OWNERS) return claimedIn(changed)
  const emptied = changed.filter(was => isSame(found.get(was.id)!, was) && found.get(was.id)!.isEmpty)
  return erasedIn(
    table.code,
    emptied.map(({ id }) => id),
  )
}
