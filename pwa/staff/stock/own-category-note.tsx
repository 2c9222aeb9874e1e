import X from 'lucide-react/icons/x'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Link } from '#pwa/ui/link.tsx'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { useCategories } from '../kit/use-categories.ts'
import styles from './stock.module.css'
import * as words from './stock-words.ts'

type Own = Pick<QueryOf<'GET /api/staff/stock'>, 'own_category_id' | 'size_code'>

/** Filters that come from a figure of the desk, and have no field of their own. */
export function useOwnCategory(): Own {
  const { get } = useFilters()
  return { own_category_id: Number(get('own_category_id')) || undefined, size_code: get('size_code') || undefined }
}

/** Names these filters, and clears them. */
export function OwnCategoryNote({ own: { own_category_id, size_code } }: { own: Own }) {
  const { hrefWith } = useFilters()
  const { data: categories } = useCategories()
  if (!own_category_id && !size_code) return null
  const category = categories?.find(({ id }) => id === own_category_id)?.name ?? words.oneCategory
  return (
    <p className={styles.narrowed}>
      {words.only([
        ...(own_category_id ? [words.itself(category)] : []),
        ...(size_code ? [words.sizeOf(size_code)] : []),
      ])}
      <Link to={hrefWith({ own_category_id: '', size_code: '' })} replace>
        <X size={16} aria-hidden />
        {words.showAll}
      </Link>
    </p>
  )
}
