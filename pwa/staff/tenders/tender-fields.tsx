import { CheckField } from '#pwa/ui/check-field.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { textOf } from '#pwa/forms/use-submit.ts'
import type { Account, AddedTender } from '#sync/protocol/staff/ledger.ts'
import { CASH, type ReferenceRule, type TenderKind } from '#sync/protocol/tender/tender.ts'
import * as words from './tender-words.ts'

interface Props {
  tender?: Account
  errors: Readonly<Record<string, string[] | undefined>>
}

/** What a way to pay is. Cash has its own kind and no reference. */
export function TenderFields({ tender, errors }: Props) {
  const isCash = tender?.code === CASH
  return (
    <>
      <TextField
        label={words.name}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        hint={words.nameHint}
        defaultValue={tender?.name ?? ''}
        errors={errors.name}
      />
      {!isCash && (
        <>
          <SelectField
            label={words.kind}
            name="kind"
            hint={words.kindHint}
            defaultValue={tender?.kind ?? 'MOBILE_MONEY'}
            errors={errors.kind}
          >
            {(Object.keys(words.kinds) as TenderKind[])
              .filter(kind => kind !== 'CASH')
              .map(kind => (
                <option key={kind} value={kind}>
                  {words.kinds[kind]}
                </option>
              ))}
          </SelectField>
          <SelectField
            label={words.reference}
            name="asks_reference"
            hint={words.referenceHint}
            defaultValue={tender?.asks_reference ?? 'MAY'}
            errors={errors.asks_reference}
          >
            {(Object.keys(words.references) as ReferenceRule[]).map(rule => (
              <option key={rule} value={rule}>
                {words.references[rule]}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <CheckField
        label={words.drawer}
        name="opens_drawer"
        hint={words.drawerHint}
        defaultChecked={tender?.opens_drawer ?? false}
        errors={errors.opens_drawer}
      />
    </>
  )
}

/** What was entered; cash has fewer fields. */
export const typedTender = (form: FormData): AddedTender => ({
  name: textOf(form, 'name'),
  kind: (textOf(form, 'kind') || 'CASH') as TenderKind,
  asks_reference: (textOf(form, 'asks_reference') || 'NO') as ReferenceRule,
  opens_drawer: form.has('opens_drawer'),
})
