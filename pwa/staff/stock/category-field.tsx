import { useFilters } from '#pwa/lib/use-filters.ts'
import { SelectField } from '#pwa/ui/field.tsx'
import { useCategories } from '../use-categories.ts'

/** Narrows a list to a category and all below it. */
export function CategoryField() {
  const { bind } = useFilters()
  const { data } = useCategories()
  return (
    <SelectField label="Category" {...bind('category_id')}>
      <option value="">Every category</option>
      {data?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
    </SelectField>
  )
}
