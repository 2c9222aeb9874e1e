import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { textOf, useSubmit } from '#pwa/lib/use-submit.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { GRANTABLE, ROLES, type RoleCode } from '#sync/protocol/roles.ts'
import { FormScreen } from './form-screen.tsx'

export function UserAdd() {
  const navigate = useNavigate()
  const form = useSubmit(async (typed, key) => {
    const { user } = await api('POST /api/staff/users', {
      key,
      body: {
        name: textOf(typed, 'name'), email: textOf(typed, 'email'), phone: textOf(typed, 'phone') || null,
        password: String(typed.get('password')), role_code: textOf(typed, 'role_code') as RoleCode,
      },
    })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/users'] })
    void navigate(`/staff/users/${user.id}/view`)
    return null
  })
  return (
    <FormScreen title="Add User" back="/staff/users" submit="Add User" form={form}>
      <TextField label="Name" name="name" required autoComplete="off" errors={form.fields.name} />
      <TextField label="E-mail" name="email" type="email" required autoComplete="off" errors={form.fields.email} />
      <TextField label="Phone" name="phone" type="tel" autoComplete="off" errors={form.fields.phone} />
      <TextField label="Password" name="password" type="password" required autoComplete="new-password" hint="8 characters or more" errors={form.fields.password} />
      <SelectField label="Role" name="role_code" defaultValue="MANAGER" errors={form.fields.role_code}>
        {GRANTABLE.map(code => <option key={code} value={code}>{ROLES[code].name}</option>)}
      </SelectField>
    </FormScreen>
  )
}
