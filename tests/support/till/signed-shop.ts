import { beforeEach } from 'vitest'
import type { Sale } from '#sync/protocol/sale.ts'
import type { SignedVerdict } from '#sync/protocol/signed.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'

type Person = Awaited<ReturnType<typeof aUser>>

export interface SignedShop {
  api: Api
  /** A variation with 99 in stock. */
  jeans: number
  owner: Person
  manager: Person
  /** A till with an approved key, with the owner signed in. */
  till: SigningTill
  /** A finished sale of one piece by the signed-in user, or by another. */
  saleAt: (till: SigningTill, overrides?: Partial<Sale>) => Sale
  /** Another till, set up by the owner, who is signed in. */
  anotherTill: () => Promise<SigningTill>
}

/** Starts a shop with a signing till before each test of a file. */
export function signedShop(use: (here: SignedShop) => void): void {
  let api: Api
  let jeans: number
  jeansOnTheShelf(99, here => {
    ;({ api, jeans } = here)
  })
  beforeEach(async () => {
    const [owner, manager] = [await aUser('ADMINISTRATOR', { name: 'Efua' }), await aUser('MANAGER', { name: 'Yaw' })]
    const anotherTill = async () => {
      const till = new SigningTill(api)
      await till.enrol(owner.token)
      await till.signIn(owner.token)
      return till
    }
    const saleAt = (till: SigningTill, overrides: Partial<Sale> = {}) =>
      aSale({
        till_code: till.till.code,
        teller_id: owner.id,
        lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
        ...overrides,
      })
    use({ api, jeans, owner, manager, till: await anotherTill(), saleAt, anotherTill })
  })
}

/** Each verdict in a word: the reason of a rejection, or 'accepted' with its exceptions. */
export const inWords = (verdicts: readonly SignedVerdict[]): string[] =>
  verdicts.map(({ status, exceptions, error }) => error?.code ?? [status, ...(exceptions ?? [])].join(' '))
