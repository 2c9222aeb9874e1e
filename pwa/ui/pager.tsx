import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { Link } from './link.tsx'
import styles from './pager.module.css'
import * as words from './ui-words.ts'

interface Props {
  page: number
  lastPage: number
  /** The address of a page: links, so that Back works and a page opens in a new tab. */
  hrefOf: (page: number) => string
}

/**
 * Previous, the first and last pages, those within 2 of this one, and next. Nothing for a single page; past the last
 * page it leads back to it.
 */
export function Pager({ page, lastPage, hrefOf }: Props) {
  if (page > lastPage) return <Navigate to={hrefOf(lastPage)} replace />
  if (lastPage <= 1) return null
  const pages = pagesShown(page, lastPage)
  return (
    <nav className={styles.pager} aria-label={words.pages}>
      <Step to={page > 1 ? hrefOf(page - 1) : null} label={words.previousPage}>
        <ChevronLeft size={20} />
      </Step>
      {pages.map((shown, index) => (
        <Fragment key={shown}>
          {shown - (pages[index - 1] ?? 0) > 1 && (
            <span className={styles.gap} aria-hidden>
              …
            </span>
          )}
          <Link to={hrefOf(shown)} aria-label={words.page(shown)} aria-current={shown === page ? 'page' : undefined}>
            {shown}
          </Link>
        </Fragment>
      ))}
      <Step to={page < lastPage ? hrefOf(page + 1) : null} label={words.nextPage}>
        <ChevronRight size={20} />
      </Step>
    </nav>
  )
}

/** The page numbers of a pager, ascending: the first and last `edge`, and those within `reach` of the current one. */
export const pagesShown = (page: number, lastPage: number, { edge = 1, reach = 2 } = {}): number[] =>
  Array.from({ length: lastPage }, (_, index) => index + 1).filter(
    shown => shown <= edge || shown > lastPage - edge || Math.abs(shown - page) <= reach,
  )

const Step = ({ to, label, children }: { to: string | null; label: string; children: ReactNode }) =>
  to === null ? (
    <span aria-hidden>{children}</span>
  ) : (
    <Link to={to} aria-label={label}>
      {children}
    </Link>
  )
