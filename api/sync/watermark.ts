import { check } from '#api/http/validate.ts'
import Joi from 'joi'
import { invalid } from '#api/errors.ts'
import { REPLICA_TABLES, type ReplicaTable } from '#sync/protocol/replica.ts'

/**
 * Where a walk stands: the table, the row, and for products the variation. Times in epoch ms, by the database's clock.
 */
export interface Walk {
  /** Fetches rows changed at or after this; null: all rows. */
  since: number | null
  began_at: number
  total: number
  table: ReplicaTable
  after: Position
  /** Fetches people changed at or after this; null: everybody. */
  people: number | null
  /** This walk has sent all people. */
  told: boolean
}
export interface Position {
  updated_at: number
  id: number
  /** The last variation sent of product `id`; null: all of them, or not a product. */
  variation: number | null
}

/**
 * What a client keeps between pulls: it knows everything up to `since`, and people up to `people`; or its position in a
 * walk.
 */
export type Watermark = { since: number; people: number | null } | { walk: Walk }

/** A transaction may stay open this long, and its changes carry the time of their statement. */
const OVERLAP_MS = 60_000

/** The next pull asks for rows changed from here on, although some were sent already. */
export const markAfter = ({ began_at, people, told }: Walk): Watermark => ({
  since: began_at - OVERLAP_MS,
  people: told ? began_at - OVERLAP_MS : people,
})

export const writeWatermark = (mark: Watermark): string => Buffer.from(JSON.stringify(mark)).toString('base64url')

const time = Joi.number().integer().min(0).max(8e12).required()
const id = Joi.number().integer().min(0).max(4_294_967_295)

const rules = Joi.alternatives<Watermark>(
  Joi.object({ since: time, people: time.optional().allow(null).default(Joi.ref('since')) }),
  Joi.object({
    walk: Joi.object({
      since: time.allow(null),
      began_at: time,
      total: Joi.number().integer().min(0).required(),
      table: Joi.string()
        .valid(...REPLICA_TABLES)
        .required(),
      after: Joi.object({ updated_at: time, id: id.required(), variation: id.allow(null).required() }).required(),
      people: time.optional().allow(null).default(Joi.ref('since')),
      told: Joi.boolean().default(true),
    }).required(),
  }),
)

/** Null for '', which asks for everything. @throws 422 for an invalid watermark */
export function readWatermark(text: string): Watermark | null {
  if (text === '') return null
  try {
    return check(rules, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalid({ since: ['This watermark is not valid. Leave it empty to start over.'] })
  }
}
