import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import { GRANTABLE, ROLES, type RoleCode } from '#sync/protocol/roles.ts'
import { AddScreen } from '../kit/add-screen.tsx'
import styles from './people.module.css'
import * as peopleWords from './people-words.tsx'

/** Adds a user, who gets an email to choose a password, or is given the one set here. */
export const UserAdd = () => (
  <AddScreen one={peopleWords.user} back="/staff/users" send={add}>
    {errors => <Fields errors={errors} />}
  </AddScreen>
)

async function add(typed: FormData, key: string): Promise<string> {
  const { message } = await api('POST /api/staff/users', {
    key,
    body: {
      name: textOf(typed, 'name'),
      email: textOf(typed, 'email'),
      phone: textOf(typed, 'phone') || null,
      role_code: textOf(typed, 'role_code') as RoleCode,
      ...(typed.get('way') === 'password' && { password: String(typed.get('password')) }),
    },
  })
  await queries.invalidateQueries({ queryKey: ['GET /api/staff/users'] })
  return message
}

type Way = 'invite' | 'password'
const WAYS: readonly { code: Way; words: string }[] = [
  { code: 'invite', words: peopleWords.invite },
  { code: 'password', words: peopleWords.setNow },
]

function Fields({ errors }: { errors: Record<string, string[]> }) {
  const [way, choose] = useState<Way>('invite')
  return (
    <>
      <TextField label={peopleWords.userName} name="name" required autoComplete="off" errors={errors.name} />
      <TextField
        label={peopleWords.email}
        name="email"
        type="email"
        required
        autoComplete="off"
        errors={errors.email}
      />
      <TextField label={peopleWords.phone} name="phone" type="tel" autoComplete="off" errors={errors.phone} />
      <SelectField label={peopleWords.role} name="role_code" defaultValue="MANAGER" errors={errors.role_code}>
        {GRANTABLE.map(code => (
          <option key={code} value={code}>
            {ROLES[code].name}
          </option>
        ))}
      </SelectField>
      <RadioGroup
        legend={peopleWords.password}
        className={styles.ways}
        name="way"
        value={way}
        onChoose={choose}
        options={WAYS}
      />
      {way === 'password' && (
        <TextField
          label={peopleWords.theirPassword}
          name="password"
          type="password"
          required
          autoComplete="new-password"
          hint={peopleWords.passwordHint}
          errors={errors.password}
        />
      )}
    </>
  )
}
