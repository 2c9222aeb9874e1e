import { ReadFilter } from '../lists/filter-fields.tsx'
import { useCategories } from '../kit/use-categories.ts'
import * as words from './stock-words.ts'

/** Filters a list by a category and all below it. */
export function CategoryField() {
  const read = useCategories()
  return (
    <ReadFilter
      label={words.category}
      name="category_id"
      all={words.everyCategory}
      read={read}
      choices={read.data?.map(({ id, name }) => ({ value: id, words: name })) ?? []}
    />
  )
}
