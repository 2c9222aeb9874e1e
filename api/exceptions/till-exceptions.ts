/** The kind of exception that says that sales of a till are missing. */
export const GAP = 'SEQUENCE_GAP'

/** What such a one is told once by: the device, and the stretch of its sequence. */
export const gapKey = (device_id: string, first: number, last: number) => `${GAP} ${device_id} ${first}-${last}`

export function readGapKey(key: string): { device_id: string; first: number; last: number } {
  const [, device_id = '', first = '0', last = '0'] = /^\S+ (\S+) (\d+)-(\d+)$/.exec(key) ?? []
  return { device_id, first: Number(first), last: Number(last) }
}

/** Whether exception `e` is such a one of till `t`, in SQL. */
export const IS_GAP_OF_TILL = `(e.code = '${GAP}' AND e.once_key LIKE CONCAT('${GAP} ', t.device_id, ' %'))`

/** The kind of exception that tells of a sale that could not be booked. */
export const REJECTED = 'SALE_REJECTED'

/** What such a one is told once by: the device, and the fingerprint of what it sent. */
export const rejectedKey = (device_id: string, content: string) => `${REJECTED} ${device_id} ${content}`

export const contentIn = (key: string) => key.slice(key.lastIndexOf(' ') + 1)

/** Whether exception `e` is such a one of till `t`, in SQL. */
export const IS_REJECTED_OF_TILL = `(e.code = '${REJECTED}' AND e.once_key LIKE CONCAT('${REJECTED} ', t.device_id, ' %'))`
