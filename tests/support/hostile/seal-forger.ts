import { generateKeyPairSync, sign } from 'node:crypto'
import { execute } from '#api/db/database.ts'
import { digestRows, pack, unpack } from '#api/seal/digest-rows.ts'
import { everyLink, hashOf, NOTHING } from '#api/seal/links.ts'
import { sealText } from '#api/seal/seal-key.ts'
import { SEALED_TABLES } from '#api/seal/sealed-tables.ts'

/** How a forger signs: with the old signatures, as somebody else, or with another key in the shop's name. */
export type Forgery = 'old signatures' | 'own key' | "own key under the name of the shop's"

/** Rebuilds the whole chain over the current rows, with everything except the shop's key. */
export async function forgeChain(way: Forgery): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  let before: Buffer = NOTHING
  for await (const link of everyLink()) {
    const table = SEALED_TABLES.find(({ code }) => code === link.table_code)!
    const digests = pack(
      await digestRows(
        table,
        unpack(table, link.digests).map(({ id }) => id),
        'id',
      ),
    )
    const hash = hashOf({ ...link, digests }, before)
    const signature =
      way === 'old signatures' ? link.signature : sign(null, sealText(link.id, hash.toString('base64url')), privateKey)
    const public_key = way === 'own key' ? publicKey.export({ format: 'jwk' }).x! : link.public_key
    await execute('UPDATE seals SET digests = ?, hash = ?, signature = ?, public_key = ? WHERE id = ?', [
      digests,
      hash,
      signature,
      public_key,
      link.id,
    ])
    before = hash
  }
}
