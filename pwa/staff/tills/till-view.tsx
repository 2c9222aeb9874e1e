import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Till } from '#sync/protocol/till.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Opening } from '../opening.tsx'
import type { Read } from '../kit/unread.tsx'
import { TillFacts } from './till-facts.tsx'
import { TillGaps } from './till-gaps.tsx'
import { TillKeys } from './till-keys.tsx'
import { TillSales } from './till-sales.tsx'
import { TillChip } from './till-chip.tsx'
import * as tillWords from './till-words.tsx'

type OpenedTill = ReplyOf<'GET /api/staff/tills/:id'>['till']

/** A till: rename it, take it out of service or let it in again; its sales, and its gaps. */
export function TillView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/tills/:id', { params: { id } }, { page: true })
  const { data } = read
  useTitle(data && `${data.till.code} · ${data.till.name}`)
  if (data?.till.id === id) return <UpdateForm key={id} till={data.till} read={read} />
  return <Opening title={tillWords.till} back="/staff/tills" read={read} />
}

function UpdateForm({ till, read }: { till: OpenedTill; read: Read }) {
  const form = useSubmit(async (typed, key) => {
    const status_code = textOf(typed, 'status_code') === 'REVOKED' ? ('REVOKED' as const) : ('ACTIVE' as const)
    const { message } = await api('PATCH /api/staff/tills/:id', {
      params: { id: till.id },
      key,
      body: { name: textOf(typed, 'name'), status_code, updated_at: textOf(typed, 'updated_at') },
    })
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/staff/tills'),
    })
    return message
  })
  return (
    <FormScreen
      title={till.name}
      back="/staff/tills"
      submit={tillWords.update}
      form={form}
      row={till}
      read={read}
      beside={<TillChip status={till.status_code} />}
      after={
        <>
          <TillFacts till={till} />
          <TillKeys till={till} />
          <TillGaps till={till} />
          <TillSales till={till} />
          <HistoryPanel subject="till" id={till.id} />
        </>
      }
    >
      <TextField label={tillWords.code} name="code" value={till.code} readOnly required hint={tillWords.codeHint} />
      <TextField
        label={tillWords.tillName}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={till.name}
        hint={tillWords.nameHint}
        errors={form.fields.name}
      />
      <StateField till={till} errors={form.fields.status_code} />
    </FormScreen>
  )
}

/** In use or not, with the consequences shown beforehand. */
function StateField({ till, errors }: { till: OpenedTill; errors: string[] | undefined }) {
  const [chosen, choose] = useState(till.status_code)
  return (
    <>
      <SelectField
        label={tillWords.state}
        name="status_code"
        value={chosen}
        onChange={({ target }) => choose(target.value as Till['status_code'])}
        errors={errors}
      >
        {Object.entries(tillWords.states).map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </SelectField>
      {chosen === 'REVOKED' && <Revoked isNew={till.status_code === 'ACTIVE'} />}
      {chosen === 'ACTIVE' && till.status_code === 'REVOKED' && (
        <Alert kind="info" title={tillWords.sellsAgain}>
          <p>{tillWords.aboutSellingAgain}</p>
        </Alert>
      )}
    </>
  )
}

const Revoked = ({ isNew }: { isNew: boolean }) => (
  <Alert kind="warn" title={isNew ? tillWords.whatHappens : tillWords.revoked}>
    <p>{tillWords.nothingLost}</p>
    <p>
      <tillWords.NoAccess />
    </p>
  </Alert>
)
