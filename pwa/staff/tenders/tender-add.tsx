import { useNavigate } from 'react-router-dom'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { TenderFields, typedTender } from './tender-fields.tsx'
import * as words from './tender-words.ts'

const LIST = '/staff/accounts/tenders'

/** Adds a way to pay; then shows them all, where it can be moved. */
export function TenderAdd() {
  const navigate = useNavigate()
  const form = useSubmit(async (typed, key) => {
    const { message } = await api('POST /api/staff/accounts', { body: typedTender(typed), key })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/accounts'] })
    say({ words: message })
    void navigate(LIST, { replace: true })
    return null
  })
  return (
    <FormScreen title={words.newWay} back={LIST} submit={words.addWay} form={form}>
      <TenderFields errors={form.fields} />
    </FormScreen>
  )
}
