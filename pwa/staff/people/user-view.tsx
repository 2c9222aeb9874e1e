import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { queries } from '#pwa/lib/queries.ts'
import { signedIn } from '#pwa/session/session.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { GRANTABLE, mayChange, ROLES, type RoleCode } from '#sync/protocol/roles.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Opening } from '../opening.tsx'
import type { Read } from '../kit/unread.tsx'
import { UserAccess } from './user-access.tsx'
import { UserShown } from './user-shown.tsx'
import * as words from './people-words.tsx'

export function UserView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/users/:id', { params: { id } }, { page: true })
  const { data } = read
  useTitle(data?.user.name)
  const me = useAtomValue(signedIn)
  if (data?.user.id !== id) return <Opening title={words.user} back="/staff/users" read={read} />
  return me && mayChange(me, data.user) ? (
    <UserForm key={id} user={data.user} read={read} />
  ) : (
    <UserShown user={data.user} read={read} isMe={me?.id === id} />
  )
}

function UserForm({ user, read }: { user: StaffUser; read: Read }) {
  const form = useSubmit(async typed => {
    const { message } = await api('PATCH /api/staff/users/:id', { params: { id: user.id }, body: changesIn(typed) })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/users'] })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/users/:id'] })
    return message
  })
  return (
    <FormScreen
      title={user.name}
      back="/staff/users"
      submit={words.update}
      form={form}
      row={user}
      read={read}
      after={
        <>
          <UserAccess user={user} />
          <HistoryPanel subject="user" id={user.id} />
        </>
      }
    >
      <TextField
        label={words.userName}
        name="name"
        required
        autoComplete="off"
        defaultValue={user.name}
        errors={form.fields.name}
      />
      <TextField
        label={words.email}
        name="email"
        type="email"
        required
        autoComplete="off"
        defaultValue={user.email}
        errors={form.fields.email}
      />
      <TextField
        label={words.phone}
        name="phone"
        type="tel"
        autoComplete="off"
        defaultValue={user.phone ?? ''}
        errors={form.fields.phone}
      />
      <TextField
        label={words.newPassword}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={words.passwordKept}
        errors={form.fields.password}
      />
      <SelectField label={words.role} name="role_code" defaultValue={user.role_code} errors={form.fields.role_code}>
        {Object.entries(ROLES).map(([code, { name }]) => (
          <option key={code} value={code} disabled={!isGrantable(code) && code !== user.role_code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.status}
        name="status_code"
        defaultValue={user.status_code}
        errors={form.fields.status_code}
      >
        <option value="ACTIVE">{words.active}</option>
        <option value="INACTIVE">{words.inactive}</option>
      </SelectField>
    </FormScreen>
  )
}

const isGrantable = (code: string) => GRANTABLE.some(grantable => grantable === code)

const changesIn = (typed: FormData) => ({
  name: textOf(typed, 'name'),
  email: textOf(typed, 'email'),
  phone: textOf(typed, 'phone') || null,
  password: String(typed.get('password')),
  role_code: textOf(typed, 'role_code') as RoleCode,
  status_code: textOf(typed, 'status_code') === 'INACTIVE' ? ('INACTIVE' as const) : ('ACTIVE' as const),
  updated_at: textOf(typed, 'updated_at'),
})
