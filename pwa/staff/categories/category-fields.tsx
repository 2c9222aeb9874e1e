import { textOf } from '#pwa/forms/use-submit.ts'
import { SelectField, TextAreaField, TextField } from '#pwa/ui/field.tsx'
import type { StaffCategory } from '#sync/protocol/shop/catalogue.ts'
import { Unread } from '../kit/unread.tsx'
import { useCategories } from '../kit/use-categories.ts'
import { depthsOf, parentsFor } from './category-tree.ts'
import { PictureField } from '../setup/picture-field.tsx'
import * as words from '../setup/setup-words.ts'

interface Props {
  category?: StaffCategory
  errors: Record<string, string[]>
}

/** A category's details, its parent, and its pictures. */
export const CategoryFields = ({ category, errors }: Props) => (
  <>
    <TextField
      label={words.name}
      name="name"
      required
      maxLength={120}
      autoComplete="off"
      defaultValue={category?.name}
      errors={errors.name}
    />
    <ParentField category={category} errors={errors.parent_id} />
    <TextAreaField
      label={words.description}
      name="description"
      rows={4}
      maxLength={2000}
      defaultValue={category?.description ?? ''}
      errors={errors.description}
    />
    <PictureField
      label={words.icon}
      name="icon_image"
      hint={words.iconHint}
      held={category?.icon_image}
      errors={errors.icon_image}
    />
    <PictureField
      label={words.banner}
      name="banner_image"
      hint={words.bannerHint}
      held={category?.banner_image}
      errors={errors.banner_image}
    />
  </>
)

/** The possible parents of a category, each below its own parent. */
function ParentField({ category, errors }: { category: StaffCategory | undefined; errors: string[] | undefined }) {
  const read = useCategories()
  const all = read.data ?? []
  const depths = depthsOf(all)
  const held = category?.parent_id ?? null
  return (
    <>
      <SelectField
        key={all.length}
        label={words.parentCategory}
        name="parent_id"
        required={false}
        defaultValue={held ?? ''}
        errors={errors}
      >
        <option value="">{words.topLevel}</option>
        {held !== null && all.length === 0 && <option value={held}>{words.itsParent}</option>}
        {parentsFor(category?.id ?? null, all).map(({ id, name }) => (
          <option key={id} value={id}>
            {'\u2003'.repeat(depths.get(id) ?? 0)}
            {name}
          </option>
        ))}
      </SelectField>
      <Unread of={read} />
    </>
  )
}

/** The input for the request: without pictures that were not chosen; a removed one is empty. */
export function categoryForm(typed: FormData): FormData {
  const form = new FormData()
  for (const name of ['name', 'description', 'parent_id', 'updated_at'])
    if (typed.has(name)) form.set(name, textOf(typed, name))
  for (const name of ['icon_image', 'banner_image']) {
    const file = typed.get(name)
    if (file instanceof File && file.size > 0) form.set(name, file, file.name)
    else if (typed.get(`no_${name}`)) form.set(name, '')
  }
  return form
}
