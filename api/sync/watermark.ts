import { check } from '#api/http/validate.ts'
import Joi from 'joi'
import { invalid } from '#api/errors.ts'
import { REPLICA_TABLES, type ReplicaTable } from '#sync/protocol/replica.ts'

/**
 * Where a walk stands: in this table after this row, and for products after so many of their variations. Times in epoch
 * ms, of the database's clock.
 */
export interface Walk {
  /** Rows changed at or after this are fetched; null: all there are. */
  since: number | null
  began_at: number
  total: number
  table: ReplicaTable
  after: Position
  /** The people changed at or after this are fetched; null: all of them. */
  people: number | null
  /** The people have come, all of them, in this walk. */
  told: boolean
}
export interface Position {
  updated_at: number
  id: number
  /** Of product `id`, the last variation sent; null: all of them, or this is no product. */
  variation: number | null
}

/**
 * What a client holds between two pulls: that it knows everything up to `since`, but the people up to `people`, or
 * where it is in the middle of a walk.
 */
export type Watermark = { since: number; people: number | null } | { walk: Walk }

/** A transaction may be open for so long, and what it changed appears with the time of its statement. */
const OVERLAP_MS = 60_000

/** Rows changed from here on are asked for next time, although some of them were seen. */
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

/** Null for '', which asks for everything. @throws 422 for what is no watermark of ours */
export function readWatermark(text: string): Watermark | null {
  if (text === '') return null
  try {
    return check(rules, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalid({ since: ['This watermark is not valid. Leave it empty to start over.'] })
  }
}
