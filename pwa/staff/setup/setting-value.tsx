import { SelectField, TextAreaField, TextField } from '#pwa/ui/field.tsx'
import type { KnownSetting } from '#sync/protocol/settings.ts'
import { RowsField } from './rows-field.tsx'

interface Props {
  known: KnownSetting
  value: string
  errors: readonly string[] | undefined
}

/** The input of a setting's value, by its kind; the form gets it as `value`, one text. */
export function SettingValue({ known, value, errors }: Props) {
  const about = {
    label: known.label,
    name: 'value',
    hint: known.hint,
    errors,
    required: known.required ?? false,
    defaultValue: value,
    autoComplete: 'off',
  }
  switch (known.kind) {
    case 'area':
      return <TextAreaField {...about} rows={5} maxLength={2000} />
    case 'money':
      return <TextField {...about} inputMode="decimal" />
    case 'count':
      return <TextField {...about} inputMode="numeric" />
    case 'email':
      return <TextField {...about} type="email" />
    case 'phone':
      return <TextField {...about} type="tel" />
    case 'day':
      return <TextField {...about} type="date" />
    case 'choice':
      return (
        <SelectField {...about}>
          {Object.entries(known.choices ?? {}).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </SelectField>
      )
    case 'text':
      return <TextField {...about} maxLength={200} />
    default:
      return <RowsField known={known} value={value} errors={errors} />
  }
}
