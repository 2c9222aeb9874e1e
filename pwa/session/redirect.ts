/** Where to go after signing in: the given address if it is one of this shop's pages, else home. */
export function safeRedirect(wanted: string | null, origin = location.origin): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return '/'
  const url = new URL(wanted, origin)
  // '//evil' and '/\\evil' start with a slash but lead to another site.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}

/** The login page, with the way back to the current place. */
export const loginFrom = ({ pathname, search }: { pathname: string; search: string }) =>
  `/login?redirect=${encodeURIComponent(pathname + search)}`
