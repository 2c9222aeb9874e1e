/** The kind of exception that tells of a sale that could not be booked. */
export const REJECTED = 'SALE_REJECTED'

/** What such a one is told once by: the device, and the fingerprint of what it sent. */
export const rejectedKey = (device_id: string, content: string) => `${REJECTED} ${device_id} ${content}`

export const contentIn = (key: string) => key.slice(key.lastIndexOf(' ') + 1)

/** Whether exception `e` is such a one of till `t`, in SQL. */
export const IS_REJECTED_OF_TILL = `(e.code = '${REJECTED}' AND e.once_key LIKE CONCAT('${REJECTED} ', t.device_id, ' %'))`
