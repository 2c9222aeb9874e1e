/**
 * For a `fetch` and for reading its body: returns null for no connection, a cut connection, a time-out or incomplete
 * JSON; throws anything else.
 */
export function nullOnNetworkError(error: unknown): null {
  if (error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError) return null
  throw error
}

/** The sign-in page of a hotel network is a 200 too: accept only a JSON content type that parses. */
export async function jsonOf(reply: Response): Promise<unknown> {
  if (!/^application\/json\b/i.test(reply.headers.get('content-type') ?? '')) return null
  return reply.json().catch(nullOnNetworkError)
}
