import { db } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import type { Entity, Field, Never } from '#sync/protocol/entity.ts'

type Values = Record<string, unknown>

/**
 * Checks what one field's rules cannot: a fixed field keeps its value, a referenced code exists, and limits between
 * fields hold. @throws 422 on the fields that break them
 */
export async function refuseBroken(entity: Entity, sent: Values, held: Values = {}): Promise<void> {
  const row = { ...held, ...sent }
  const errors: [string, string[]][] = []
  for (const [name, field] of Object.entries(entity.fields)) {
    const broken = await brokenBy(field, name, { row, sent, held })
    if (broken) errors.push([name, [broken]])
  }
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

async function brokenBy(
  field: Field,
  name: string,
  { row, sent, held }: Record<'row' | 'sent' | 'held', Values>,
): Promise<string | null> {
  if (field.fixed && name in sent && name in held && sent[name] !== held[name])
    return `${field.label} cannot be changed.`
  if (
    field.kind === 'money' &&
    field.limit &&
    row[field.limit.when] === field.limit.is &&
    Number(row[name]) > field.limit.most
  )
    return `${field.label} must not be more than ${field.limit.most}.`
  if (field.kind === 'choice' && field.never && isNever(field.never, row[name], row)) return field.never.because
  if (field.kind === 'ref' && typeof sent[name] === 'string' && !(await exists(field.to, sent[name])))
    return `Unknown ${field.label.toLowerCase()}: ${sent[name]}.`
  return null
}

const isNever = ({ choice, when, is }: Never, chosen: unknown, row: Values) => chosen === choice && row[when] === is

/** Compares codes exactly, as programs do; the database would accept gh for GH. */
const exists = async (entity: string, code: string): Promise<boolean> =>
  (await db.model(entity).findOne({ where: { code } }))?.get('code') === code
