import { useParams } from 'react-router-dom'
import { idIn } from '#pwa/lib/id-in.ts'
import { sendForm } from '#pwa/forms/send-form.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import type { StaffCategory } from '#sync/protocol/shop/catalogue.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Opening } from '../opening.tsx'
import type { Read } from '../kit/unread.tsx'
import { CategoryFields, categoryForm } from './category-fields.tsx'
import { FitForm } from '../setup/fit-form.tsx'
import { rereadCategories } from '../kit/use-categories.ts'
import * as words from '../setup/setup-words.ts'

/** A category with its pictures, and its size table. */
export function CategoryView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/categories/:id', { params: { id } }, { page: true })
  const { data } = read
  useTitle(data?.category.name)
  if (data?.category.id === id) return <UpdateForm key={id} category={data.category} read={read} />
  return <Opening title={words.category} back="/staff/categories" read={read} />
}

function UpdateForm({ category, read }: { category: StaffCategory; read: Read }) {
  const form = useSubmit(async (typed, key) => {
    const { message } = await sendForm('POST /api/staff/categories/:id', {
      params: { id: category.id },
      form: categoryForm(typed),
      key,
    })
    await rereadCategories()
    return message
  })
  return (
    <FormScreen
      title={category.name}
      back="/staff/categories"
      submit={words.updateCategory}
      form={form}
      row={category}
      read={read}
      after={
        <>
          <FitForm id={category.id} />
          <HistoryPanel subject="category" id={category.id} />
        </>
      }
    >
      <CategoryFields category={category} errors={form.fields} />
    </FormScreen>
  )
}
