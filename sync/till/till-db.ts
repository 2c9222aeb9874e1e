import { Dexie, type EntityTable, type Table } from 'dexie'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import type { ChainHead, Grant, PublicKey, SealHead, SignedMutation } from '#sync/protocol/signed.ts'
import { OUTBOX } from './drain-lock.ts'
import type { Mirror } from './replica/mirror.ts'

/** A mutation as protocol 1 has it. `seq` rises by 1 per till and shows gaps. */
export interface Written {
  id: string
  kind: string
  seq: number
  occurred_at: string
  payload: object
}

/**
 * What the server said of a mutation, in either protocol. Only `id` and `status` decide anything here; the rest is
 * shown where it came.
 */
export type TillVerdict =
  | { id: string; status: 'accepted'; order_id?: number; number?: string; exceptions?: readonly string[] }
  | { id: string; status: 'rejected'; error: ErrorBody }

/** A mutation without a verdict, or a rejected one that waits for a person. The lowest `position` is the oldest. */
export interface OutboxEntry {
  position: number
  id: string
  /** The device whose sequence numbers these are: another one's for a sale that came by file. */
  device_id: string
  /** The protocol by which a build that cannot sign may send it. */
  protocol: number
  /** In the form of protocol 1, so that the build before this one can read and send it. */
  mutation: Written
  /** The same as its author's key signed it: this is what travels. Absent where there was no key. */
  signed?: SignedMutation
  /** The key that signed it. */
  key_id?: string
  /** How often it failed alone. */
  attempts: number
  /** Epoch ms; 0 when it may go at once. */
  not_before: number
  /** 1 once rejected, so that the index tells what waits for the server from what waits for a person. */
  held: 0 | 1
  rejection?: ErrorBody
  /** It was refused together with its signature, so that signing it would not help. */
  signed_refused?: true
  /** Epoch ms of the first time the server answered a request that held it, but gave no verdict. */
  sent_at?: number
}

/** What a receipt calls a line, in the words of the day it was sold. Lines stand in the order of the sale's own. */
export interface ReceiptLine {
  name: string
  sku: string
  size: string
  colour: string | null
}

/**
 * A sale as this till knows it: the protocol's facts, and what a reprint needs when the catalogue has changed since.
 */
export type LocalSale = Sale & {
  teller_name: string
  receipt_lines: ReceiptLine[]
  verdict?: TillVerdict
  /** Epoch ms of this device's clock at which an accepting verdict was stored. */
  accepted_at?: number
}

/** Who sells at this till: never a token, only whom the next receipt names. */
export interface Teller {
  id: number
  name: string
  role_code: RoleCode
}

/**
 * Which till this browser is, and the last receipt number and sequence number it gave out; `code` is null until it is
 * enrolled.
 */
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
  /** The key that signs, and the last that it signed; absent while this till has none. */
  head?: ChainHead & { key_id: string }
  /** The grant that the next mutation names. */
  grant?: { id: string; user_id: number } | null
}

/** This till's key. It is made before it is sent to the server; it signs from the moment that `head` names it. */
export interface Signer {
  key: 'signer'
  key_id: string
  /** Cannot be exported: it never leaves this browser. */
  private_key: CryptoKey
  public_key: PublicKey
  /** The last sequence number that was given out before the key was made: up to it protocol 1 stays good. */
  unsigned_until: number
  /** Whether a manager, or an older key, has approved it. */
  approved: boolean
  /** The server saw two devices use this key: the next sign-in makes another. */
  rekey?: true
}

/** Tokens by which the server knows keys and grants again that are newer than its backup. */
export interface Proofs {
  key: 'proofs'
  certificates: Record<string, string>
  grants: Record<string, { grant: Grant; token: string }>
}

/** What the server asked for again: from this sequence number on; null where it must still be asked. */
export type Wanted = Record<string, number | null>

/** Which life of the server this till's verdicts come from, and what is still to be sent again, by key. */
export interface Generation {
  key: 'generation'
  id: string
  /** The life that the server has begun since; it becomes `id` once nothing is wanted. */
  next?: string
  wanted?: Wanted
  /** From where each key was sent again in this life, so that what is not here is not looked for again and again. */
  sent?: Record<string, number>
}

/** How the screen is locked, or was last: the PIN of the cashier who is signed in, as a hash. */
export interface ScreenLock {
  key: 'lock'
  teller_id: number
  locked: boolean
  salt: Uint8Array<ArrayBuffer>
  /** Cannot be exported. */
  secret: CryptoKey
  proof: ArrayBuffer
  /** Wrong PINs since it was opened last. */
  wrong: number
  /** Epoch ms of the last one. */
  failed_at: number | null
}

/** The last head of the seal of the shop's books that this till was given, and what did not agree with it since. */
export interface KeptSeal {
  key: 'seal'
  generation: string
  head: SealHead
  /** Epoch ms at which this head was given. */
  at: number
  /** Epoch ms at which the shop first showed other books. */
  broken_at?: number
}

interface TillRows {
  seal: KeptSeal
  lock: ScreenLock
  signer: Signer
  proofs: Proofs
  generation: Generation
}

/** `ballast` is room held back for one more sale; `full` stands from the moment it was spent. */
export type Room = { key: 'ballast'; bytes: Uint8Array<ArrayBuffer> } | { key: 'full'; since: number }

/**
 * Everything the till must not lose when the browser closes. No code deletes this database. What came later lives in
 * the stores that were there from the beginning, under keys of its own, so that the build before this one can open it
 * again.
 */
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

/** A row of the till's store that is not its counters. */
export const rowOf = <K extends keyof TillRows>(db: TillDb, key: K) => db.table<TillRows[K], string>('till').get(key)

export const putRow = (db: TillDb, row: TillRows[keyof TillRows]) =>
  db.table<TillRows[keyof TillRows], string>('till').put(row)
