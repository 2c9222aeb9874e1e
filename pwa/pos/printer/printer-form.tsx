import { useAtomValue } from 'jotai'
import { useState, useTransition } from 'react'
import type { PrinterSetup } from '#pwa/printer/printer-setup.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { CheckField } from '#pwa/ui/check-field.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { settings } from '../settings.ts'
import { attempt, printing } from './print-jobs.ts'
import styles from './printer-screen.module.css'
import * as words from './printer-words.ts'

const RATES = [9600, 19_200, 38_400, 57_600, 115_200]
const PAPERS = [80, 58] as const
const LANGUAGES = ['esc-pos', 'star-prnt'] as const

interface Props {
  setup: PrinterSetup
  /** The till's code, for the test page. */
  code: string
  onChange: (setup: PrinterSetup | null) => void
}

/** How the chosen printer prints. Each change is kept at once. */
export function PrinterForm({ setup, code, onChange }: Props) {
  const { printer, paper, language, baud } = setup
  return (
    <section className={styles.form} aria-label={words.receiptPrinter}>
      <h2>{words.printerBy(printer.name, printer.link)}</h2>
      <SelectField
        label={words.paper}
        name="paper"
        value={paper}
        onChange={event => onChange({ ...setup, paper: event.target.value === '58' ? 58 : 80 })}
      >
        {PAPERS.map(width => (
          <option key={width} value={width}>
            {words.papers[width]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.language}
        name="language"
        value={language}
        onChange={event => onChange({ ...setup, language: LANGUAGES.find(one => one === event.target.value)! })}
      >
        {LANGUAGES.map(one => (
          <option key={one} value={one}>
            {words.languages[one]}
          </option>
        ))}
      </SelectField>
      {printer.link === 'serial' && (
        <SelectField
          label={words.speed}
          name="baud"
          value={baud}
          onChange={event => onChange({ ...setup, baud: Number(event.target.value) })}
        >
          {RATES.map(rate => (
            <option key={rate} value={rate}>
              {words.baud(rate)}
            </option>
          ))}
        </SelectField>
      )}
      <CheckField
        label={words.automatic}
        name="automatic"
        checked={setup.automatic}
        onChange={event => onChange({ ...setup, automatic: event.target.checked })}
      />
      <CheckField
        label={words.drawer}
        name="drawer"
        checked={setup.drawer}
        onChange={event => onChange({ ...setup, drawer: event.target.checked })}
      />
      <TestPrint setup={setup} code={code} />
      <Button type="button" kind="quiet" onClick={() => onChange(null)}>
        {words.forget}
      </Button>
    </section>
  )
}

function TestPrint({ setup, code }: Pick<Props, 'setup' | 'code'>) {
  const [busy, start] = useTransition()
  const [isSent, setSent] = useState<boolean | null>(null)
  const { fault } = useAtomValue(printing)
  const shop = settings.get('shop_name') || words.receiptPrinter

  const test = () =>
    start(async () => {
      setSent(null)
      setSent(
        await attempt(({ sendTest }) => sendTest(setup, { shop, lines: words.testLines, number: `${code}-000000` })),
      )
    })

  return (
    <>
      <Button type="button" size="till" busy={busy} busyLabel={words.testing} onClick={test}>
        {words.testPrint}
      </Button>
      {isSent === true && <Alert kind="ok">{words.testSent}</Alert>}
      {isSent === false && fault && <Alert kind="bad">{words.faults[fault]}</Alert>}
    </>
  )
}
