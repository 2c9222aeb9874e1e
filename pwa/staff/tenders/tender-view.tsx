import { useParams } from 'react-router-dom'
import { useTitle } from '#pwa/browser/title.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import type { Account } from '#sync/protocol/staff/ledger.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import type { Read } from '../kit/unread.tsx'
import { Opening } from '../opening.tsx'
import { TenderFields, typedTender } from './tender-fields.tsx'
import * as words from './tender-words.ts'

const LIST = '/staff/accounts/tenders'

/** A way to pay with its form and its history. */
export function TenderView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/accounts', { query: { per_page: 100 } }, { page: true })
  const tender = read.data?.accounts.data.find(account => account.id === id && account.kind !== null)
  useTitle(tender?.name)
  if (tender) return <UpdateForm key={id} tender={tender} read={read} />
  if (read.data) return <EmptyState title={words.notFound}>{words.seeTheList}</EmptyState>
  return <Opening title={words.wayToPay} back={LIST} read={read} />
}

function UpdateForm({ tender, read }: { tender: Account; read: Read }) {
  const form = useSubmit(async (typed, key) => {
    const { message } = await api('PATCH /api/staff/accounts/:id', {
      params: { id: tender.id },
      body: {
        ...typedTender(typed),
        ...(tender.code !== CASH && { status_code: textOf(typed, 'status_code') as Account['status_code'] }),
        updated_at: textOf(typed, 'updated_at'),
      },
      key,
    })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/accounts'] })
    return message
  })
  return (
    <FormScreen
      title={tender.name}
      back={LIST}
      submit={words.updateWay}
      form={form}
      row={tender}
      read={read}
      after={<HistoryPanel subject="tender" id={tender.id} />}
    >
      <TenderFields tender={tender} errors={form.fields} />
      {tender.code !== CASH && (
        <SelectField
          label={words.state}
          name="status_code"
          defaultValue={tender.status_code}
          errors={form.fields.status_code}
        >
          {(Object.keys(words.states) as Account['status_code'][]).map(state => (
            <option key={state} value={state}>
              {words.states[state]}
            </option>
          ))}
        </SelectField>
      )}
    </FormScreen>
  )
}
