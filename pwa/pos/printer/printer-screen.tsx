import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState, useTransition } from 'react'
import { choosePrinter, linksHere } from '#pwa/printer/choose-printer.ts'
import { aSetup, printerSetup, type Link } from '#pwa/printer/printer-setup.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { EnrolScreen } from '../enrol-screen.tsx'
import { startTill } from '../till.ts'
import { TillBar } from '../till-bar.tsx'
import { useEnrolledTill } from '../use-till.ts'
import { keyOf, titleOf, forgetWaiting, startPrinting, waitingPrints } from './print-jobs.ts'
import { PrinterForm } from './printer-form.tsx'
import styles from './printer-screen.module.css'
import { WaitingNotice } from './waiting-notice.tsx'
import * as words from './printer-words.ts'

/** The receipt printer beside this device: choose it, try it, and see what waits for it. */
export function PrinterScreen() {
  const enrolled = useEnrolledTill()
  const [setup, change] = useAtom(printerSetup)
  useEffect(() => {
    startTill()
    startPrinting()
  }, [])
  if (enrolled === undefined) return <Loader rows={8} height={56} />
  if (enrolled === null) return <EnrolScreen />
  return (
    <div className={styles.screen}>
      <TillBar title={words.receiptPrinter} till={`${enrolled.code} · ${enrolled.name}`}>
        <ButtonLink to="/staff/orders/add" kind="secondary">
          {words.toTheTill}
        </ButtonLink>
      </TillBar>
      <div className={styles.content}>
        <Waiting />
        {setup ? (
          <PrinterForm setup={setup} code={enrolled.code} onChange={change} />
        ) : (
          <Choice onChosen={printer => change(aSetup(printer))} />
        )}
      </div>
    </div>
  )
}

function Waiting() {
  const waiting = useAtomValue(waitingPrints)
  if (waiting.length === 0) return null
  return (
    <>
      <WaitingNotice />
      <ul className={styles.waiting}>
        {waiting.map(job => (
          <li key={keyOf(job)}>{titleOf(job)}</li>
        ))}
      </ul>
      <Button type="button" kind="quiet" onClick={() => void forgetWaiting()}>
        {words.discard}
      </Button>
    </>
  )
}

function Choice({ onChosen }: { onChosen: (printer: Parameters<typeof aSetup>[0]) => void }) {
  const [busy, start] = useTransition()
  const [isFailed, setFailed] = useState(false)
  const links = linksHere()

  const choose = (link: Link) =>
    start(async () => {
      setFailed(false)
      try {
        const printer = await choosePrinter(link)
        if (printer) onChosen(printer)
      } catch {
        setFailed(true)
      }
    })

  if (links.length === 0) return <Alert kind="info">{words.unsupported}</Alert>
  return (
    <section className={styles.choice} aria-label={words.receiptPrinter}>
      <p>{words.about}</p>
      <div className={styles.actions}>
        {links.map(link => (
          <Button key={link} type="button" size="till" disabled={busy} onClick={() => choose(link)}>
            {words.connect[link]}
          </Button>
        ))}
      </div>
      <p className={styles.hint}>{words.aboutWindows}</p>
      {isFailed && <Alert kind="bad">{words.notConnected}</Alert>}
    </section>
  )
}
