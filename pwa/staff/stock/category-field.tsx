import { useFilters } from '#pwa/lib/use-filters.ts'
import { SelectField } from '#pwa/ui/field.tsx'
import { useCategories } from '../use-categories.ts'

/** Narrows a list to a category and all below it. */
export function CategoryField() {
  const { get, set } = useFilters()
  const { data } = useCategories()
  return (
    <SelectField label="Category" name="category_id" value={get('category_id')} onChange={event => set('category_id', event.target.value)}>
      <option value="">Every category</option>
      {data?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
    </SelectField>
  )
}
