/**
 * For a `fetch` and for reading its body: no connection, a cut one, a time-out, or half a JSON are null; anything else
 * is thrown on.
 */
export function nullOnNetworkError(error: unknown): null {
  if (error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError) return null
  throw error
}

/** A page of a hotel's network is a 200 too: only what calls itself JSON and parses counts. */
export async function jsonOf(reply: Response): Promise<unknown> {
  if (!/^application\/json\b/i.test(reply.headers.get('content-type') ?? '')) return null
  return reply.json().catch(nullOnNetworkError)
}
