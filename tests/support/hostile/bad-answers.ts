import { answer, type Passing } from '#tests/support/server/gateway.ts'

const json = { 'content-type': 'application/json' }
const says =
  (status: number, message = 'No.') =>
  ({ reply }: Passing) =>
    void answer(reply, { status, headers: json, body: Buffer.from(JSON.stringify({ message, code: 'internal' })) })
const gives =
  (status: number, headers: Record<string, string>, body = '') =>
  ({ reply }: Passing) =>
    void answer(reply, { status, headers, body: Buffer.from(body) })

/**
 * Everything that may replace the answer to a push. In the first three the shop has booked the sales, and the till
 * never learns it.
 */
export const BAD_ANSWERS: Record<string, (passing: Passing) => void | Promise<void>> = {
  'verdicts about other sales': async ({ forward, reply }) => {
    const answered = await forward()
    answer(reply, {
      ...answered,
      body: Buffer.from(answered.body.toString().replaceAll(/"id":"[0-9a-f]{8}/g, '"id":"00000000')),
    })
  },
  'half the JSON': async ({ forward, reply }) => {
    const {
      status,
      headers: { 'content-length': _length, ...headers },
      body,
    } = await forward()
    answer(reply, { status, headers, body: body.subarray(0, body.length / 2) })
  },
  'a reset after the work is done': async ({ forward, reset }) => {
    await forward()
    reset()
  },
  'a reset': ({ reset }) => reset(),
  silence: () => {},
  'a page with 200': gives(200, { 'content-type': 'text/html' }, '<title>Welcome to the hotel</title>'),
  'nothing with 200': gives(200, json),
  'an unknown status': async ({ body, reply }) => {
    const { mutations } = JSON.parse(body.toString()) as { mutations: { id: string }[] }
    answer(reply, {
      status: 200,
      headers: json,
      body: Buffer.from(JSON.stringify({ verdicts: mutations.map(({ id }) => ({ id, status: 'done' })) })),
    })
  },
  'no content': gives(204, {}),
  'moved for good to a sign-in': gives(301, { location: '/login' }),
  'moved to a sign-in': gives(302, { location: '/login' }),
  ...Object.fromEntries(
    [400, 403, 404, 405, 408, 409, 413, 415, 419, 422, 425, 426, 429, 500, 502, 503, 504, 401].map(status => [
      String(status),
      says(status),
    ]),
  ),
}
