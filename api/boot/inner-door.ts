import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onStop } from '#api/boot/lifetime.ts'
import { env } from '#api/env.ts'
import { SANDBOX_PATH } from '#api/sandbox/sandbox.ts'

/** The paths the shop and its sandbox call on each other. */
const INSIDE = /^\/(sandbox\/paystack\/(transaction|charge|refund)|api\/payments\/paystack\/webhook)/

/**
 * Lets the demo shop and its payment sandbox reach each other over plain http on this computer, whatever certificate,
 * name or proxy the visitors see. Call before the application is created. Does nothing if payments are real.
 */
export async function openInnerDoor(): Promise<(answer: RequestListener) => void> {
  const { payments } = env
  if (payments?.provider !== 'sandbox') return () => {}
  const door = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve, reject) => door.once('listening', resolve).once('error', reject))
  env.payments = { ...payments, apiUrl: `http://127.0.0.1:${(door.address() as AddressInfo).port}${SANDBOX_PATH}` }
  onStop(() => {
    door.close()
    door.closeAllConnections()
  })
  return answer =>
    door.on('request', (request, response) =>
      INSIDE.test(request.url ?? '') ? answer(request, response) : response.writeHead(404).end(),
    )
}
