import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment } from 'react'
import { pagesShown } from '#pwa/ui/pager.tsx'
import styles from './till-pager.module.css'
import * as words from './sales-words.ts'

interface Props {
  page: number
  lastPage: number
  onPage: (page: number) => void
}

/** The pages of the product list. Buttons, not links: Back should not retrace them. */
export function TillPager({ page, lastPage, onPage }: Props) {
  if (lastPage <= 1) return null
  const pages = pagesShown(page, lastPage)
  return (
    <nav className={styles.pager} aria-label={words.pages}>
      <button type="button" aria-label={words.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={20} />
      </button>
      {pages.map((shown, index) => (
        <Fragment key={shown}>
          {shown - (pages[index - 1] ?? 0) > 1 && <span aria-hidden>…</span>}
          <button
            type="button"
            aria-label={words.page(shown)}
            aria-current={shown === page ? 'page' : undefined}
            onClick={() => onPage(shown)}
          >
            {shown}
          </button>
        </Fragment>
      ))}
      <button type="button" aria-label={words.nextPage} disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
        <ChevronRight size={20} />
      </button>
    </nav>
  )
}
