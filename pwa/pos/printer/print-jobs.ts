import { atom, getDefaultStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { devices } from '#pwa/printer/device-apis.ts'
import { NotPrinted, type Fault } from '#pwa/printer/not-printed.ts'
import { printerSetup, type PrinterSetup } from '#pwa/printer/printer-setup.ts'
import type * as sending from '#pwa/printer/send-print.ts'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import type { Slip } from '#pwa/shifts/shift-slip.ts'
import { countPrint } from '#sync/till/count-print.ts'
import type { LocalSale } from '#sync/till/till-db.ts'
import { finishedSale } from '../counter.ts'
import { findTender } from '../payment/tender.ts'
import { receiptContent } from '../sales/sale-receipt.ts'
import { settings } from '../settings.ts'
import { till } from '../till.ts'

/** What the printer has not taken. `at`: epoch ms when it was asked for. */
export type PrintJob = ReceiptJob | { slip: Slip; at: number }
interface ReceiptJob {
  sale_id: string
  number: string
  copy: number
  /** Opens the drawer, if it prints at the first try. */
  drawer: boolean
  at: number
}

const WAITING = 'till-prints'
/** What waits for the printer, the oldest first; stored, so that it outlives a reload. */
export const waitingPrints = atomWithStorage<readonly PrintJob[]>(WAITING, [], undefined, { getOnInit: true })

/** What the printer did last; `fault` stays until it prints again. */
export const printing = atom<{ busy: boolean; fault: Fault | null }>({ busy: false, fault: null })

const store = getDefaultStore()
const RETRY_MS = 15_000
/** A drawer that opens later would open with nobody beside it. */
const DRAWER_MS = 20_000

/** Receipts of this page's sales: the device forgets their customers once the shop has them. */
const known = new Map<string, ReceiptContent>()

let isStarted = false

/** Prints each finished sale, and tries again what waits, for the life of the page. Safe to repeat. */
export function startPrinting(): void {
  if (isStarted) return
  isStarted = true
  store.sub(finishedSale, () => {
    const sale = store.get(finishedSale)
    if (sale) void printFinished(sale)
  })
  for (const link of ['usb', 'serial'] as const) devices()[link]?.addEventListener('connect', () => void printWaiting())
  setInterval(() => void printWaiting(), RETRY_MS)
  void printWaiting()
}

/** Nothing here may disturb the sale, which is finished. */
async function printFinished(sale: LocalSale): Promise<void> {
  const setup = store.get(printerSetup)
  if (!setup) return
  const opens = (sale.tenders ?? [sale]).some(({ account_code }) => findTender(account_code)?.opens_drawer)
  if (setup.automatic) return void (await printReceipt(sale, { drawer: setup.drawer && opens }))
  if (opens) await kickDrawer()
}

/** Opens the drawer if money of one of these accounts is in it. */
export async function openDrawerFor(account_codes: readonly string[]): Promise<void> {
  if (account_codes.some(code => findTender(code)?.opens_drawer)) await kickDrawer()
}

/** Opens the drawer, if the printer does that. */
export async function kickDrawer(): Promise<void> {
  const setup = store.get(printerSetup)
  if (setup?.drawer) await attempt(async ({ openDrawer }) => openDrawer(setup))
}

/** Puts a receipt in line and prints what waits. Returns the number it carries: 0 is the original. */
export async function printReceipt(sale: LocalSale, { drawer = false, copy = NaN } = {}): Promise<number> {
  const number = Number.isNaN(copy) ? await countPrint(till, sale.id) : copy
  const job = { sale_id: sale.id, number: sale.number, copy: number, drawer, at: Date.now() }
  known.set(keyOf(job), receiptContent(sale, settings, number))
  await changeWaiting(jobs => [...jobs, job])
  void printWaiting()
  return number
}

/** Puts the report of a shift in line and prints what waits. */
export async function printSlip(slip: Slip): Promise<void> {
  await changeWaiting(jobs => [...jobs, { slip, at: Date.now() }])
  await printWaiting()
}

/** Prints what waits, the oldest first, until the printer takes no more. One tab at a time. */
export async function printWaiting(): Promise<void> {
  const setup = store.get(printerSetup)
  if (!setup || stored().length === 0) return
  await navigator.locks.request('till-printer', async () => {
    for (let [job] = stored(); job; [job] = stored()) {
      if (!(await (isSlip(job) ? attempt(async ({ sendSlip }) => sendSlip(setup, job.slip)) : printOne(job, setup))))
        return changeWaiting(jobs => jobs.map(one => (isSlip(one) ? one : { ...one, drawer: false })))
      const done = keyOf(job)
      await changeWaiting(jobs => jobs.filter(one => keyOf(one) !== done))
      known.delete(done)
    }
  })
}

const isSlip = (job: PrintJob) => 'slip' in job
/** What a person calls it. */
export const titleOf = (job: PrintJob): string => (isSlip(job) ? job.slip.title : job.number)

/** Whether nothing more is to be done for this receipt. */
async function printOne(job: ReceiptJob, setup: PrinterSetup): Promise<boolean> {
  const content = await contentOf(job)
  const drawer = job.drawer && Date.now() - job.at < DRAWER_MS
  return !content || attempt(async ({ sendReceipt }) => sendReceipt(setup, content, drawer))
}

/** Gives up what waits: each can be printed again from the list of sales or of shifts. */
export const forgetWaiting = (): Promise<void> => changeWaiting(() => [])

type Printer = typeof sending

/** Uses the printer, whose code loads on first use. Whether it worked; `printing` says what did not. */
export async function attempt(work: (printer: Printer) => Promise<void>): Promise<boolean> {
  const { fault } = store.get(printing)
  store.set(printing, { busy: true, fault })
  try {
    await work(await loadChunk(() => import('#pwa/printer/send-print.ts')))
    store.set(printing, { busy: false, fault: null })
    return true
  } catch (error) {
    store.set(printing, { busy: false, fault: faultOf(error) })
    return false
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof NotPrinted) return error.fault
  if (error instanceof ChunkError) return 'unloaded'
  reportError(error)
  return 'unknown'
}

/** Null if the device has the sale no more: then nobody waits for its receipt either. */
async function contentOf(job: ReceiptJob): Promise<ReceiptContent | null> {
  const sale = known.has(keyOf(job)) ? undefined : await till.sales.get(job.sale_id)
  return known.get(keyOf(job)) ?? (sale ? receiptContent(sale, settings, job.copy) : null)
}

/** Tells jobs apart. */
export const keyOf = (job: PrintJob) => (isSlip(job) ? `${job.slip.file} ${job.at}` : `${job.sale_id} ${job.copy}`)

/** As stored, because another tab may have printed since. */
const stored = (): readonly PrintJob[] => JSON.parse(localStorage.getItem(WAITING) ?? '[]') as readonly PrintJob[]

const changeWaiting = (change: (jobs: readonly PrintJob[]) => readonly PrintJob[]): Promise<void> =>
  navigator.locks.request('till-prints', async () => store.set(waitingPrints, change(stored())))
