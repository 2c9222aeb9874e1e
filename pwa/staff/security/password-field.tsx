import { TextField } from '#pwa/ui/field.tsx'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'
import { needsPassword } from './own-factors.ts'
import * as words from './security-words.tsx'

interface Props {
  factors: OwnFactors
  errors: readonly string[] | undefined
}

/** Asks for the password, if a change needs it. */
export const PasswordField = ({ factors, errors }: Props) =>
  needsPassword(factors) ? (
    <TextField
      label={words.yourPassword}
      name="current_password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={128}
      errors={errors}
    />
  ) : null

/** The typed password. */
export const passwordIn = (typed: FormData) =>
  typed.has('current_password') ? { current_password: String(typed.get('current_password')) } : {}
