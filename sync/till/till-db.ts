import { Dexie, type EntityTable, type Table } from 'dexie'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import type { VoidReason } from '#sync/protocol/kinds/sale-void.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import type { ChainHead, Grant, PublicKey, SealHead, SignedMutation } from '#sync/protocol/signed.ts'
import { OUTBOX } from './drain-lock.ts'
import type { Mirror } from './replica/mirror.ts'

/** A mutation of protocol 1. `seq` rises by 1 per till, so that gaps show. */
export interface Written {
  id: string
  kind: string
  seq: number
  occurred_at: string
  payload: object
}

/**
 * The server's verdict on a mutation, in either protocol. Only `id` and `status` decide anything here; the rest is for
 * showing.
 */
export type TillVerdict =
  | { id: string; status: 'accepted'; order_id?: number; number?: string; exceptions?: readonly string[] }
  | { id: string; status: 'rejected'; error: ErrorBody }

/** A mutation without a verdict, or a rejected one that waits for a person. The lowest `position` is the oldest. */
export interface OutboxEntry {
  position: number
  id: string
  /** The device that issued its sequence number: another device for an imported sale. */
  device_id: string
  /** The protocol for sending it from a build that cannot sign. */
  protocol: number
  /** In the form of protocol 1, so that the previous build can read and send it. */
  mutation: Written
  /** The same, signed by its author's key: this is what travels. Absent if there was no key. */
  signed?: SignedMutation
  /** The key that signed it. */
  key_id?: string
  /** How often it failed alone. */
  attempts: number
  /** Epoch ms; 0 if it may go at once. */
  not_before: number
  /** Epoch ms when `not_before` was set; absent in entries of older builds. */
  postponed_at?: number
  /** 1 once rejected. The index separates entries that wait for the server from those that wait for a person. */
  held: 0 | 1
  rejection?: ErrorBody
  /** It was rejected with its signature, so signing it would not help. */
  signed_refused?: true
  /** Epoch ms of the server's first answer to a request with it that held no verdict. */
  sent_at?: number
}

/** A receipt's words for a line, as on the day of the sale. In the order of the sale's lines. */
export interface ReceiptLine {
  name: string
  sku: string
  size: string
  colour: string | null
}

/** A receipt's words for the gift card that paid. `left`: what was then on it, in cedis. */
export interface ReceiptCard {
  code_end: string
  left: number
}

/** A sale as this till knows it: the protocol's facts, and the words for a reprint after the catalogue has changed. */
export type LocalSale = Sale & {
  teller_name: string
  receipt_lines: ReceiptLine[]
  receipt_card?: ReceiptCard
  /** What the ways of paying were called, in their order; absent in sales of older builds. */
  receipt_tenders?: string[]
  verdict?: TillVerdict
  /** The shift that was open when it was rung up here; absent outside a shift. */
  shift_id?: string
  /** A customer gave a name, which the verdict removed from this device. */
  was_named?: true
  /** How far this device's clock was ahead of the shop's then, in ms; absent while it was right. */
  ahead_ms?: number
  /** How often its receipt was printed, saved or shared here; the next one is that copy. */
  printed?: number
  /** Epoch ms of this device's clock when an accepting verdict was stored. */
  accepted_at?: number
  /** Who voided it here, when and why; absent while it stands. */
  voided?: LocalVoid
}

/** A void of a sale on this till. */
export interface LocalVoid {
  id: string
  reason: VoidReason
  occurred_at: string
  teller: Pick<Teller, 'id' | 'name'>
  /** The shift that was open then; absent outside a shift. */
  shift_id?: string
}

/** The till's current user: never a token, only the name for the next receipt. */
export interface Teller {
  id: number
  name: string
  role_code: RoleCode
}

/** This browser's till, and the last receipt and sequence number it issued; `code` is null until it is enrolled. */
export interface Counters {
  key: 'till'
  id: number | null
  code: string | null
  name: string
  device_id: string
  last_number: number
  last_seq: number
  /** Who stands at this till, if anybody. */
  teller?: Teller | null
  /** Whose session this browser has, while somebody else stands here by their PIN. */
  session_of?: number | null
  /** The signing key and its last mutation; absent while this till has no key. */
  head?: ChainHead & { key_id: string }
  /** The grant that the next mutation names. */
  grant?: { id: string; user_id: number } | null
}

/** This till's key. It is made before it is sent to the server, and signs once `head` names it. */
export interface Signer {
  key: 'signer'
  key_id: string
  /** Cannot be exported: it never leaves this browser. */
  private_key: CryptoKey
  public_key: PublicKey
  /** The last sequence number issued before the key was made: up to it protocol 1 stays valid. */
  unsigned_until: number
  /** Whether a manager, or an older key, has approved it. */
  approved: boolean
  /** The server saw two devices use this key: the next sign-in makes another. */
  rekey?: true
}

export interface HeldGrant {
  grant: Grant
  token: string
  /** Epoch ms of this device's clock when it came; absent if an older build took it. */
  got_at?: number
}

/** Tokens that let the server recognise keys and grants newer than its backup. */
export interface Proofs {
  key: 'proofs'
  certificates: Record<string, string>
  grants: Record<string, HeldGrant>
}

/** What the server needs again, by key: from this sequence number on; null if the till must still ask. */
export type Wanted = Record<string, number | null>

/** The server generation of this till's verdicts, and what is still to be sent again, by key. */
export interface Generation {
  key: 'generation'
  id: string
  /** The server's new generation; it becomes `id` once nothing is wanted. */
  next?: string
  wanted?: Wanted
  /**
   * The first number of each key sent again in this generation, so that missing rows are not searched for repeatedly.
   */
  sent?: Record<string, number>
}

/** A lock of the build before: the PIN of the cashier who was signed in, as a hash. */
export interface ScreenLock {
  key: 'lock'
  teller_id: number
  locked: boolean
  salt: Uint8Array<ArrayBuffer>
  /** Of PBKDF2; absent in locks of older builds. */
  rounds?: number
  /** Cannot be exported. */
  secret: CryptoKey
  proof: ArrayBuffer
  /** Wrong PINs since it was last opened. */
  wrong: number
  /** Epoch ms of the last one. */
  failed_at: number | null
}

/** The last head of the seal over the shop's books given to this till, and any contradiction since. */
export interface KeptSeal {
  key: 'seal'
  generation: string
  head: SealHead
  /** Epoch ms when this head was received. */
  at: number
  /** Epoch ms when the shop first showed different books. */
  broken_at?: number
}

/** How far this device's clock was ahead of the shop's at the last contact, in ms; 0 while it was right. */
export interface KeptClock {
  key: 'clock'
  ahead_ms: number
}

interface TillRows {
  clock: KeptClock
  seal: KeptSeal
  lock: ScreenLock
  signer: Signer
  proofs: Proofs
  generation: Generation
}

/** `ballast` reserves room for one more sale; `full` exists from the moment it was spent. */
export type Room = { key: 'ballast'; bytes: Uint8Array<ArrayBuffer> } | { key: 'full'; since: number }

/**
 * Everything the till must not lose when the browser closes. No code deletes this database. Later data uses the
 * original stores, under new keys, so that the previous build can still open it.
 */
export class TillDb extends Dexie {
  outbox!: EntityTable<OutboxEntry, 'position'>
  sales!: EntityTable<LocalSale, 'id'>
  till!: EntityTable<Counters, 'key'>
  room!: Table<Room, Room['key']>
  /** Where the counters are copied outside IndexedDB; a service worker has no mirror. */
  readonly mirror: Mirror | null

  constructor(name = OUTBOX, mirror: Mirror | null = null) {
    // Chromium's default durability may lose a sale whose receipt was shown; Dexie's cache may show a sale not yet
    // stored.
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

/** A row of the till's store, other than its counters. */
export const rowOf = <K extends keyof TillRows>(db: TillDb, key: K) => db.table<TillRows[K], string>('till').get(key)

export const putRow = (db: TillDb, row: TillRows[keyof TillRows]) =>
  db.table<TillRows[keyof TillRows], string>('till').put(row)
