import { raiseExceptions, type Found } from '#api/exceptions/raise-exception.ts'
import type { Arrived, Booked, Doubt } from '#api/mutation-kind.ts'

/** What is odd about how a mutation arrived. */
export const allDoubts = <Fact>({ seq_reused, doubts }: Arrived<Fact>): readonly Doubt[] =>
  seq_reused ? [{ code: 'NUMBER_REUSED', detail: 'Its sequence number was used before.' }, ...doubts] : doubts

/** The same as exceptions about its cashier, each beginning with the mutation's label. */
export const doubtsFound = <Fact extends { teller_id: number }>(
  arrived: Arrived<Fact>,
  label: (payload: Fact) => string,
  order_id: number | null = null,
): Found[] =>
  allDoubts(arrived).map(doubt => ({
    person_id: arrived.payload.teller_id,
    ...doubt,
    device_id: arrived.device_id,
    order_id,
    detail: `${label(arrived.payload)}: ${doubt.detail}`,
  }))

/** Raises what is odd about how mutations without an order arrived. Returns what their verdicts say. */
export async function raiseDoubts<Fact extends { teller_id: number }>(
  arrived: readonly Arrived<Fact>[],
  label: (payload: Fact) => string,
): Promise<Booked[]> {
  await raiseExceptions(arrived.flatMap(one => doubtsFound(one, label)))
  return arrived.map(one => ({ booking: {}, exceptions: allDoubts(one).map(({ code }) => code) }))
}
