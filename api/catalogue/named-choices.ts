import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import type { Rows } from '#api/crud/rows.ts'
import { afterCommit, inTransaction, select } from '#api/db/database.ts'
import type { Entity } from '#sync/protocol/entity.ts'

/** Rows that searches depend on: a change counts at once. */
export const heardByLists = <E extends Entity>(rows: Rows<E>): Rows<E> => ({
  ...rows,
  add: async sent => {
    const row = await rows.add(sent)
    listingsChanged()
    return row
  },
  change: async (id, sent) => {
    const row = await rows.change(id, sent)
    listingsChanged()
    return row
  },
})

/** Rows of sizes or colours. After a rename, products are listed and found by the new name only. */
export const namedChoices = <E extends Entity>({ name: kind, plural }: E, rows: Rows<E>): Rows<E> => ({
  ...rows,
  change: (id, sent) =>
    inTransaction(async () => {
      const [was] = await select<{ name: string }>(`SELECT name FROM ${plural} WHERE id = ? FOR UPDATE`, [id])
      const row = await rows.change(id, sent)
      const [is] = await select<{ code: string; name: string }>(`SELECT code, name FROM ${plural} WHERE id = ?`, [id])
      if (is!.name !== was?.name) {
        const products = await select<{ id: number }>(
          `SELECT DISTINCT product_id AS id FROM product_variations WHERE ${kind}_code = ?`,
          [is!.code],
        )
        await refreshListings(products.map(product => product.id))
        afterCommit(listingsChanged)
      }
      return row
    }),
})
