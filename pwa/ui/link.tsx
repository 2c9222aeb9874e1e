import type { ComponentProps, MouseEvent } from 'react'
import {
  useHref,
  useLinkClickHandler,
  useLocation,
  useResolvedPath,
  type NavigateOptions,
  type To,
} from 'react-router-dom'

export interface LinkProps
  extends
    Omit<ComponentProps<'a'>, 'href'>,
    Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset' | 'viewTransition'> {
  to: To
}

/** Leads to the same address wherever it stands. */
const WHOLE = /^\/(?!\/)[^.]*$/

/** On the server nobody presses a link: to look up where each leads took a tenth of drawing a page. */
function DrawnLink(props: LinkProps) {
  const { to, replace, state, preventScrollReset, viewTransition, children, ...rest } = props
  if (typeof to !== 'string' || !WHOLE.test(to)) return <LiveLink {...props} />
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}

/** React Router's own also prefetches for frameworks, at ten times the size. */
function LiveLink({ to, replace, state, preventScrollReset, viewTransition, onClick, children, ...rest }: LinkProps) {
  const { target } = rest
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target, preventScrollReset, viewTransition })
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) go(event)
  }
  return (
    <a {...rest} href={useHref(to)} onClick={press}>
      {children}
    </a>
  )
}

/** A link inside the shop. */
export const Link = typeof document === 'undefined' ? DrawnLink : LiveLink

/** A link that marks its page as current, and pages below it unless `end` is set. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const place = useResolvedPath(rest.to).pathname
  const isHere = pathname === place || (!end && pathname.startsWith(`${place}/`))
  return <Link {...rest} aria-current={isHere ? 'page' : undefined} />
}
