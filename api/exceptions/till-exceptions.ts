/** The exception code for missing sales of a till. */
export const GAP = 'SEQUENCE_GAP'

/** Key that deduplicates the exception: device id and the gap in its sequence. */
export const gapKey = (device_id: string, first: number, last: number) => `${GAP} ${device_id} ${first}-${last}`

export function readGapKey(key: string): { device_id: string; first: number; last: number } {
  const [, device_id = '', first = '0', last = '0'] = /^\S+ (\S+) (\d+)-(\d+)$/.exec(key) ?? []
  return { device_id, first: Number(first), last: Number(last) }
}

/** Whether exception `e` is about a gap of till `t`, in SQL. */
export const IS_GAP_OF_TILL = `(e.code = '${GAP}' AND e.once_key LIKE CONCAT('${GAP} ', t.device_id, ' %'))`

/** The exception code for a key that waits for approval. */
export const NEW_TILL = 'NEW_TILL'

/** Key that deduplicates the exception: one per key. */
export const newTillKey = (key_id: string) => `${NEW_TILL} ${key_id}`

/** The key that exception `e` is about, in SQL; null if it is not about one. */
export const NEW_TILL_KEY = `IF(e.code = '${NEW_TILL}', SUBSTRING(e.once_key, ${NEW_TILL.length + 2}), NULL)`

/** The till that exception `e` is about, or that made the sale it is about, in SQL; null for none. Needs WITH_TILL. */
export const TILL = 'COALESCE(k.till_id, d.id, t.id)'
export const WITH_TILL = `LEFT JOIN orders o ON o.id = e.order_id LEFT JOIN tills t ON t.code = o.till_code
  LEFT JOIN tills d ON d.device_id = e.device_id LEFT JOIN till_keys k ON k.key_id = ${NEW_TILL_KEY}`

/** The exception code for a mutation that could not be booked. */
export const REJECTED = 'SALE_REJECTED'

/** Key that deduplicates the exception: device id and fingerprint of the content. */
export const rejectedKey = (device_id: string, content: string) => `${REJECTED} ${device_id} ${content}`

export const contentIn = (key: string) => key.slice(key.lastIndexOf(' ') + 1)

/** Whether exception `e` is about a rejected mutation of till `t`, in SQL. */
export const IS_REJECTED_OF_TILL = `(e.code = '${REJECTED}' AND e.once_key LIKE CONCAT('${REJECTED} ', t.device_id, ' %'))`
