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

/** A link inside the shop. React Router's own also prefetches for frameworks, at ten times the size. */
export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  viewTransition,
  onClick,
  children,
  ...rest
}: LinkProps) {
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

/** A link that marks its page as current, and pages below it unless `end` is set. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const place = useResolvedPath(rest.to).pathname
  const isHere = pathname === place || (!end && pathname.startsWith(`${place}/`))
  return <Link {...rest} aria-current={isHere ? 'page' : undefined} />
}
