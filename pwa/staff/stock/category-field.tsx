import { ReadFilter } from '../filter-fields.tsx'
import { useCategories } from '../use-categories.ts'

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
