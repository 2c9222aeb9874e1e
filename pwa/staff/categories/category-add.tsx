import { sendForm } from '#pwa/forms/send-form.ts'
import { AddScreen } from '../kit/add-screen.tsx'
import { CategoryFields, categoryForm } from './category-fields.tsx'
import { rereadCategories } from '../kit/use-categories.ts'
import * as words from '../setup/setup-words.ts'

export const CategoryAdd = () => (
  <AddScreen one={words.category} back="/staff/categories" send={add}>
    {errors => <CategoryFields errors={errors} />}
  </AddScreen>
)

async function add(typed: FormData, key: string): Promise<string> {
  const { message } = await sendForm('POST /api/staff/categories', { form: categoryForm(typed), key })
  await rereadCategories()
  return message
}
