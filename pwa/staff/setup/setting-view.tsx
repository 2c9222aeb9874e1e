import { useParams } from 'react-router-dom'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { TextField } from '#pwa/ui/field.tsx'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { isKnownSetting, settingOf } from '#sync/protocol/settings.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Opening } from '../opening.tsx'
import type { Read } from '../kit/unread.tsx'
import { saveEntity } from './entity-api.ts'
import { SettingValue } from './setting-value.tsx'
import * as words from './setup-words.ts'

/** A setting, with an input for its kind. */
export function SettingView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/settings/:id', { params: { id } }, { page: true })
  const { data } = read
  useTitle(data && settingOf(data.setting.name).label)
  if (data?.setting.id === id) return <UpdateForm key={id} row={data.setting} read={read} />
  return <Opening title={words.setting} back="/staff/settings" read={read} rows={3} />
}

function UpdateForm({ row, read }: { row: ReplyOf<'GET /api/staff/settings/:id'>['setting']; read: Read }) {
  const known = settingOf(row.name)
  const form = useSubmit((typed, key) =>
    saveEntity(
      'settings',
      { name: textOf(typed, 'name'), value: textOf(typed, 'value'), updated_at: textOf(typed, 'updated_at') },
      { id: row.id, key },
    ),
  )
  return (
    <FormScreen
      title={known.label}
      back="/staff/settings"
      submit={words.updateSetting}
      form={form}
      row={row}
      read={read}
      after={<HistoryPanel subject="setting" id={row.id} />}
    >
      <TextField
        label={words.name}
        name="name"
        required
        readOnly={isKnownSetting(row.name)}
        defaultValue={row.name}
        errors={form.fields.name}
      />
      <SettingValue
        known={isKnownSetting(row.name) ? known : { ...known, label: words.value }}
        value={row.value ?? ''}
        errors={form.fields.value}
      />
    </FormScreen>
  )
}
