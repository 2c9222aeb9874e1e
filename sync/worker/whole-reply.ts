import type { WorkboxPlugin } from 'workbox-core/types'

/**
 * Reads a reply to its end before it is stored and passed on. A cache waits for a body that stops half way, with all
 * that is asked of that cache behind it, the next worker's start included.
 */
export const wholeReply: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) =>
    response.body && response.status === 200
      ? new Response(await response.arrayBuffer(), {
          status: response.status,
          statusText: response.statusText,
          headers: response.headers,
        })
      : response,
}
