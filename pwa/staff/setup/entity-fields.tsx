import { useState } from 'react'
import { choiceWords } from '#pwa/lib/entity-words.ts'
import { CheckField } from '#pwa/ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '#pwa/ui/field.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Entity, Field } from '#sync/protocol/entity.ts'
import { Unread } from '../kit/unread.tsx'
import { useNamed, type EntityRow } from './entity-api.ts'
import styles from './setup.module.css'
import * as words from './setup-words.ts'

interface Props {
  entity: Entity
  /** The row to change; without it, one is added. */
  row?: EntityRow | undefined
  /** The shop's errors, by field. */
  errors: Record<string, string[]>
  /** Fields shown elsewhere. */
  without?: readonly string[]
}

/** The inputs of an entity, each by its kind. A fixed field is read-only once the row exists. */
export const EntityFields = ({ entity, row, errors, without = [] }: Props) =>
  Object.entries(entity.fields)
    .filter(([name, { kept }]) => !without.includes(name) && (row || !kept))
    .map(([name, field]) => (
      <Input
        key={name}
        field={field}
        about={{ name, label: field.label, hint: field.hint, errors: errors[name], required: !field.optional }}
        row={row}
      />
    ))

interface About {
  name: string
  label: string
  hint: string | undefined
  errors: string[] | undefined
  required: boolean
}

function Input({ field, about, row }: { field: Field; about: About; row: EntityRow | undefined }) {
  const held = row?.[about.name]
  const readOnly = Boolean(field.kept || (field.fixed && row))
  const text = {
    ...about,
    defaultValue: held === null || held === undefined ? '' : String(held),
    readOnly,
    autoComplete: 'off',
  }
  switch (field.kind) {
    case 'text':
      if (field.as === 'swatch') return <ColourField {...text} maxLength={field.max} />
      return field.as === 'area' ? (
        <TextAreaField {...text} maxLength={field.max} rows={4} />
      ) : (
        <TextField {...text} maxLength={field.max} />
      )
    case 'money':
      return <TextField {...text} inputMode="decimal" defaultValue={typeof held === 'number' ? held.toFixed(2) : ''} />
    case 'count':
      return <TextField {...text} inputMode="numeric" />
    case 'day':
      return <TextField {...text} type="date" />
    case 'flag':
      return (
        <CheckField
          name={about.name}
          label={about.label}
          hint={about.hint}
          errors={about.errors}
          value="1"
          defaultChecked={Boolean(held ?? field.initial)}
        />
      )
    case 'choice':
      return (
        <SelectField {...about} defaultValue={String(held ?? field.initial ?? field.of[0])}>
          {field.of.map(code => (
            <option key={code} value={code}>
              {choiceWords(code)}
            </option>
          ))}
        </SelectField>
      )
    case 'ref':
      return <RefField about={about} to={field.to} held={typeof held === 'string' ? held : ''} />
  }
}

/** A colour's digits, with a swatch. */
function ColourField(props: About & { defaultValue: string; readOnly: boolean; maxLength: number }) {
  const [code, setCode] = useState(props.defaultValue)
  return (
    <div className={styles.colour}>
      <TextField
        {...props}
        spellCheck={false}
        autoCapitalize="characters"
        onChange={event => setCode(event.target.value)}
      />
      <Swatch code={/^[0-9a-f]{6}$/i.test(code) ? code : 'transparent'} size={44} />
    </div>
  )
}

/** The rows of another entity by name. A single one is preselected. */
function RefField({ about, to, held }: { about: About; to: string; held: string }) {
  const read = useNamed(to)
  const rows = read.data ?? []
  const only = rows.length === 1 ? String(rows[0]!.code) : ''
  return (
    <>
      <SelectField key={rows.length} {...about} defaultValue={held || only}>
        <option value="">{words.pleaseChoose}</option>
        {held && !rows.some(({ code }) => code === held) && <option value={held}>{held}</option>}
        {rows.map(({ id, code, name }) => (
          <option key={id} value={String(code)}>
            {String(name)}
          </option>
        ))}
      </SelectField>
      <Unread of={read} />
    </>
  )
}
