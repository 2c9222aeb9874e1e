import FolderTree from 'lucide-react/icons/folder-tree'
import Plus from 'lucide-react/icons/plus'
import { download } from '#pwa/browser/download.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { CsvButton } from '../lists/csv-button.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { Unread } from '../kit/unread.tsx'
import { useCategories } from '../kit/use-categories.ts'
import { useRowKeys } from '../lists/use-row-keys.ts'
import { CategoryOrder } from './category-order.tsx'
import styles from '../setup/setup.module.css'
import * as words from '../setup/setup-words.ts'

/** The categories as a tree, which can be reordered. A search shows the matching ones at any level. */
export function CategoryList() {
  const { get } = useFilters()
  const search = get('search') || undefined
  useRowKeys()
  const read = useCategories(search, { page: true })
  const categories = read.data
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.categories}</h1>
        <div className={styles.actions}>
          <CsvButton
            fetchFile={() => download('GET /api/staff/categories/csv', { query: { search } }, 'categories.csv')}
          />
          <ButtonLink to="/staff/categories/add" icon={<Plus size={20} aria-hidden />}>
            {words.newCategory}
          </ButtonLink>
        </div>
      </div>
      <div className={styles.search} role="search" aria-label={words.categories}>
        <SearchField label={words.search} />
      </div>
      <Unread of={read} />
      {!categories && !read.error && <Loader rows={12} height={44} />}
      {categories?.length === 0 && (
        <EmptyState title={words.noCategoriesFound} icon={<FolderTree size={32} aria-hidden />}>
          {search ? words.tryAnotherWord : words.addTheFirstOne}
        </EmptyState>
      )}
      {categories && categories.length > 0 && <CategoryOrder categories={categories} isSought={search !== undefined} />}
    </div>
  )
}
