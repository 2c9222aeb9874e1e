import { TextField } from '#pwa/ui/field.tsx'

interface Props {
  label: string
  name: string
  problem: string | undefined
}

/** Digits behind dots. Not a password to the browser, which would offer to keep it. */
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
