import { TextField } from '#pwa/ui/field.tsx'

interface Props {
  label: string
  name: string
  problem: string | undefined
}

/** Masked digits. Not a password field, because the browser would offer to save it. */
export const PinField = ({ label, name, problem }: Props) => (
  <TextField
    label={label}
    name={name}
    type="password"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    required
    errors={problem ? [problem] : []}
  />
)
