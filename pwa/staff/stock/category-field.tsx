import { ReadFilter } from '../lists/filter-fields.tsx'
import { useCategories } from '../kit/use-categories.ts'

/** Narrows a list to a category and all below it. */
export function CategoryField() {
  const read = useCategories()
  return (
    <ReadFilter
      label="Category"
      name="category_id"
      all="Every category"
      read={read}
      choices={read.data?.map(({ id, name }) => ({ value: id, words: name })) ?? []}
    />
  )
}
