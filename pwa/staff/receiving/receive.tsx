import { useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { api, newIntent } from '#pwa/lib/api.ts'
import { presentIn } from '#pwa/lib/api-error.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useVisit } from '#pwa/lib/routed.tsx'
import { useApi } from '#pwa/lib/use-api.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { GoodsReceipt } from '#sync/protocol/staff/goods-receipt.ts'
import { Opening } from '../opening.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import { Unread, type Read } from '../kit/unread.tsx'
import { BookedReceipt } from './booked-receipt.tsx'
import { CodeField } from '../stock/code-field.tsx'
import { DiscardDraft } from './discard-draft.tsx'
import { DraftChanged } from './draft-changed.tsx'
import { ReceiveByFile } from './receive-by-file.tsx'
import { ReceiveByProduct } from './receive-by-product.tsx'
import styles from './receive.module.css'
import { ReceivedLines } from './received-lines.tsx'
import { addGoods, draftOf, goodsOf, inputOf, lineErrors, countPieces, type Draft, type Received } from './receiving.ts'
import { nameOf, useScannedGoods } from '../stock/use-scanned-goods.ts'
import * as words from './receiving-words.ts'

/** Records a goods receipt: by scanner, by product or from a file. */
export const ReceiveAdd = () => <ReceiveForm receipt={null} />

/** A draft to continue, or a booked receipt. */
export function ReceiveView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/stock/receipts/:id', { params: { id } }, { page: true })
  const { data } = read
  if (data?.receipt.id === id)
    return data.receipt.status_code === 'DRAFT' ? (
      <ReceiveForm key={id} receipt={data.receipt} read={read} />
    ) : (
      <BookedReceipt receipt={data.receipt} />
    )
  return <Opening title={words.receiptOfGoods} back="/staff/stock/receipts" read={read} />
}

function ReceiveForm({ receipt, read: opened }: { receipt: GoodsReceipt | null; read?: Read }) {
  const visit = useVisit()
  const [written, write] = useState(() => draftOf(receipt))
  const [draft, keep] = useState(receipt)
  const [isWritten, setWritten] = useState(false)
  const [isTaken, take] = useState(false)
  const [refused, refuse] = useState<readonly Received[]>([])
  const [booking] = useState(newIntent)
  const isBooking = useRef(false)
  const mayBeBooked = useRef(false)
  const edits = useRef(0)
  const { isUnsaved, settle } = useUnsavedState(isWritten)
  const change = (next: (before: Draft) => Draft) => {
    write(next)
    setWritten(true)
    mayBeBooked.current = false
    edits.current++
  }
  const changeLines = (next: (before: readonly Received[]) => readonly Received[]) =>
    change(before => ({ ...before, lines: next(before.lines) }))
  const {
    scanned,
    read,
    take: takeGoods,
  } = useScannedGoods(row => changeLines(before => addGoods(before, { ...row, item: nameOf(row) })))
  const form = useSubmit(async (_typed, key) => {
    take(false)
    const sent = edits.current
    try {
      // A draft whose booking got no reply may already be in stock; it can then no longer be saved.
      const saved =
        draft && mayBeBooked.current && isBooking.current
          ? { message: '', receipt: draft }
          : await save(draft, bodyOf(written), key)
      keep(saved.receipt)
      if (edits.current !== sent) return words.savedWithoutLater
      setWritten(false)
      mayBeBooked.current = isBooking.current
      const { message } = isBooking.current ? await book(saved.receipt.id, booking) : saved
      settle()
      await queries.invalidateQueries()
      say({ words: edits.current === sent ? message : words.leavesOutLater(message) })
      await visit(`/staff/stock/receive/${saved.receipt.id}`, { replace: true })
      return null
    } catch (error) {
      const present = receiptIn(presentIn(error))
      if (present) keep(present)
      refuse(written.lines)
      throw error
    }
  })
  const { lines } = written
  const theirs = isTaken ? null : receiptIn(form.present)
  const takeTheirs = (receipt: GoodsReceipt) => {
    write(draftOf(receipt))
    setWritten(false)
    mayBeBooked.current = false
    take(true)
  }
  const pieces = countPieces(lines)
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.receiveGoods}</h1>
        <ButtonLink to="/staff/stock/receipts" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      {opened && <Unread of={opened} />}
      <div className={styles.columns}>
        <div>
          <CodeField scanned={scanned} onRead={read} onChoose={takeGoods}>
            <p>{words.piecesSoFar(pieces)}</p>
          </CodeField>
          <form className={page.stack} onSubmit={form.onSubmit} aria-label={words.form}>
            {form.message && <Alert kind="info">{form.message}</Alert>}
            <input type="hidden" name="lines" value={JSON.stringify(inputOf(lines))} />
            {theirs ? (
              <DraftChanged
                mine={written}
                theirs={draftOf(theirs)}
                busy={form.busy}
                onTakeTheirs={() => takeTheirs(theirs)}
                onSaveMine={() => {
                  isBooking.current = false
                }}
              />
            ) : (
              !form.present && <ErrorList messages={headErrors(form)} />
            )}
            {lines.length > 0 ? (
              <ReceivedLines
                lines={lines}
                errors={lineErrors(form.fields, refused)}
                onChange={next => changeLines(() => next)}
              />
            ) : (
              <p>{words.nothingYet}</p>
            )}
            {HEADS.map(({ name, ...head }) => (
              <TextField
                key={name}
                {...head}
                name={name}
                value={written[name]}
                errors={form.fields[name]}
                onChange={event => change(before => ({ ...before, [name]: event.target.value }))}
              />
            ))}
            <div className={styles.foot}>
              <Button
                kind="secondary"
                busy={form.busy}
                onClick={() => {
                  isBooking.current = false
                }}
              >
                {words.saveDraft}
              </Button>
              <Button
                busy={form.busy}
                disabled={pieces === 0}
                onClick={() => {
                  isBooking.current = true
                }}
              >
                {words.receivePieces(pieces)}
              </Button>
              {draft && <DiscardDraft id={draft.id} onDiscarded={settle} />}
            </div>
          </form>
        </div>
        <aside className={styles.side} aria-label={words.otherWays}>
          <section>
            <h2>{words.byProduct}</h2>
            <ReceiveByProduct
              onAdd={(goods, quantity) => changeLines(before => addGoods(before, goods, { quantity }))}
            />
          </section>
          <section>
            <h2>{words.fromAFile}</h2>
            <ReceiveByFile
              onRead={goods =>
                changeLines(before =>
                  goods.reduce<readonly Received[]>((all, line) => addGoods(all, goodsOf(line), line), before),
                )
              }
            />
          </section>
        </aside>
      </div>
      <LeaveDialog isUnsaved={isUnsaved} />
    </div>
  )
}

const HEADS = [
  { name: 'supplier', label: words.supplier, maxLength: 120 },
  { name: 'note', label: words.note, maxLength: 500 },
] as const

/** The row in the server's refusal, if another user saved first. */
const receiptIn = (present: Record<string, unknown> | null) => present as GoodsReceipt | null

/** Errors of a line appear at that line. */
const headErrors = ({ errors, fields }: { errors: string[]; fields: Record<string, string[]> }) =>
  Object.keys(fields).length === 0
    ? errors
    : [
        ...Object.entries(fields).flatMap(([field, messages]) => (field.startsWith('lines.') ? [] : messages)),
        ...(Object.keys(fields).some(field => field.startsWith('lines.')) ? [words.correctTheLines] : []),
      ]

const bodyOf = ({ supplier, note, lines }: Draft) => ({
  supplier: supplier.trim(),
  note: note.trim(),
  lines: inputOf(lines),
})

const save = (receipt: GoodsReceipt | null, body: ReturnType<typeof bodyOf>, key: string) =>
  receipt
    ? api('PATCH /api/staff/stock/receipts/:id', {
        params: { id: receipt.id },
        body: { ...body, updated_at: receipt.updated_at },
      })
    : api('POST /api/staff/stock/receipts', { body, key })

const book = (id: number, key: string) => api('POST /api/staff/stock/receipts/:id/book', { params: { id }, key })
