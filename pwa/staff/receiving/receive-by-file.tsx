import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { ReadGoods } from '#sync/protocol/staff/goods-receipt.ts'
import * as words from './receiving-words.ts'

/** Reads goods from a CSV file; reports wrong lines and takes the others. */
export function ReceiveByFile({ onRead }: { onRead: (lines: ReadGoods['lines']) => void }) {
  const [wrong, tell] = useState<ReadGoods['errors']>([])
  const [taken, take] = useState(0)
  const form = useSubmit(async typed => {
    const file = typed.get('file')
    const { lines, errors } = await api('POST /api/staff/stock/receipts/lines', {
      body: { csv: file instanceof File ? await file.text() : '' },
    })
    onRead(lines)
    tell(errors)
    take(times => times + 1)
    return words.linesRead(lines.length)
  })
  return (
    <form className={page.stack} onSubmit={form.onSubmit}>
      {/* Cleared after reading: a second read would add every line twice. */}
      <TextField
        key={taken}
        label={words.csvFile}
        name="file"
        type="file"
        accept=".csv,text/csv"
        required
        hint={words.columns}
      />
      <Button kind="secondary" busy={form.busy}>
        {words.readFile}
      </Button>
      {form.message && <Alert kind="ok">{form.message}</Alert>}
      <ErrorList messages={[...form.errors, ...wrong.map(({ line, message }) => words.line(line, message))]} />
    </form>
  )
}
