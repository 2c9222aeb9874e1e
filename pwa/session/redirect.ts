import { isStaff, type RoleCode } from '#sync/protocol/roles.ts'

/** Where to go after signing in: where the visitor came from, else staff to the desk and everybody else home. */
export const afterSignIn = (
  wanted: string | null,
  user: { role_code: RoleCode } | null,
  origin = location.origin,
): string => (wanted === null && isStaff(user) ? '/staff' : safeRedirect(wanted, origin))

/** The given address if it is one of this shop's pages, else home. */
export function safeRedirect(wanted: string | null, origin = location.origin): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return '/'
  const url = new URL(wanted, origin)
  // '//evil' and '/\\evil' start with a slash but lead to another site.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}

/** The login page, with the way back to the current place. */
export const loginFrom = ({ pathname, search }: { pathname: string; search: string }) =>
  `/login?redirect=${encodeURIComponent(pathname + search)}`
