import { insertRow, selectOne } from '#api/db/database.ts'
import { applyAll } from '#api/sync/apply.ts'
import { readArrival } from '#api/sync/prove-arrival.ts'
import { restoredKey, tellOfRestored } from '#api/trust/restored-teller.ts'
import { aUser } from '#tests/support/server/api.ts'
import { aMutation, aSale, DEVICE } from '#tests/support/server/factories.ts'

/** A cashier whom a restore had lost, and who waits for a manager. Returns the id of the exception. */
export async function aRestoredTeller(): Promise<number> {
  const { id } = await aUser('MANAGER', { status_code: 'INACTIVE' })
  await tellOfRestored(id, 'Kojo Boateng')
  return (await selectOne<{ id: number }>('SELECT id FROM exceptions WHERE once_key = ?', [restoredKey(id)]))!.id
}

/** A sale of one piece at 10 cedis, rejected for an unknown teller, who exists now. Returns the id of its exception. */
export async function aRejectedSale(product_variation_id: number): Promise<number> {
  const teller_id = (await selectOne<{ id: number }>('SELECT MAX(id) + 1000 AS id FROM users'))!.id
  const sale = aSale({ teller_id, lines: [{ product_variation_id, quantity: 1, price: 10 }] })
  await applyAll([
    readArrival(aMutation(sale), {
      protocol: 1,
      device_id: DEVICE,
      received_at: Date.now(),
      skew_ms: null,
      author: null,
      bearer: null,
      sender: { carrier_key: null, session_id: null, ip: null },
    }),
  ])
  await insertRow('users', {
    id: teller_id,
    name: 'Esi',
    email: `${teller_id}@shop.test`,
    password_hash: '',
    role_code: 'MANAGER',
  })
  return (await selectOne<{ id: number }>(
    "SELECT id FROM exceptions WHERE code = 'SALE_REJECTED' ORDER BY id DESC LIMIT 1",
  ))!.id
}
