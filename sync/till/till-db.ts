import { Dexie, type EntityTable, type Table } from 'dexie'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import type { Mutation, Verdict } from '#sync/protocol/mutation.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { OUTBOX } from './drain-lock.ts'
import type { Mirror } from './mirror.ts'

/** A mutation without a verdict, or a rejected one that waits for a person. The lowest `position` is the oldest. */
export interface OutboxEntry {
  position: number
  id: string
  /** The device whose sequence numbers these are: another one's for a sale that came by file. */
  device_id: string
  /** The protocol it was written under. */
  protocol: number
  mutation: Mutation
  /** How often it failed alone. */
  attempts: number
  /** Epoch ms; 0 when it may go at once. */
  not_before: number
  /** 1 once rejected, so that the index tells what waits for the server from what waits for a person. */
  held: 0 | 1
  rejection?: ErrorBody
  /** Epoch ms of the first time the server answered a request that held it, but gave no verdict. */
  sent_at?: number
}

/** What a receipt calls a line, in the words of the day it was sold. Lines stand in the order of the sale's own. */
export interface ReceiptLine { name: string; sku: string; size: string; colour: string | null }

/** A sale as this till knows it: the protocol's facts, and what a reprint needs when the catalogue has changed since. */
export type LocalSale = Sale & {
  teller_name: string
  receipt_lines: ReceiptLine[]
  verdict?: Verdict
  /** Epoch ms of this device's clock at which an accepting verdict was stored. */
  accepted_at?: number
}

/** Who sells at this till: never a token, only whom the next receipt names. */
export interface Teller { id: number; name: string; role_code: RoleCode }

/** Which till this browser is, and the last receipt number and sequence number it gave out; `code` is null until it is enrolled. */
export interface Counters {
  key: 'till'
  id: number | null
  code: string | null
  name: string
  device_id: string
  last_number: number
  last_seq: number
  /** Who is signed in at this till, where somebody is. */
  teller?: Teller | null
}

/** `ballast` is room held back for one more sale; `full` stands from the moment it was spent. */
export type Room = { key: 'ballast'; bytes: Uint8Array<ArrayBuffer> } | { key: 'full'; since: number }

/** Everything the till must not lose when the browser closes. No code deletes this database. */
export class TillDb extends Dexie {
  outbox!: EntityTable<OutboxEntry, 'position'>
  sales!: EntityTable<LocalSale, 'id'>
  till!: EntityTable<Counters, 'key'>
  room!: Table<Room, Room['key']>
  /** Where the counters are repeated outside IndexedDB; a service worker has no such place. */
  readonly mirror: Mirror | null

  constructor(name = OUTBOX, mirror: Mirror | null = null) {
    // Chromium's default durability may lose a sale whose receipt was shown; Dexie's cache may show one not yet kept.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.mirror = mirror
    this.version(1).stores({
      outbox: '++position, &id, [held+position], [held+attempts+position], not_before',
      sales: 'id, occurred_at, accepted_at',
      till: 'key',
      room: 'key',
    })
  }
}
