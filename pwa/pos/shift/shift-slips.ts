import { shiftSlip, type Slip } from '#pwa/shifts/shift-slip.ts'
import type { ShiftFigures } from '#sync/protocol/shifts/figures.ts'
import type { EnrolledTill } from '#sync/till/proof/enrol.ts'
import type { KeptReport, OpenShift } from '#sync/till/shifts/kept-shift.ts'
import { tenderName } from '../payment/tender.ts'
import { settings } from '../settings.ts'
import * as words from './shift-screen-words.ts'

const about = ({ code, name }: EnrolledTill) => ({
  shop: settings.get('shop_name') || words.shift,
  till: `${code} · ${name}`,
  now: Date.now(),
  nameOf: tenderName,
})

/** The report so far of the shift that is open. */
export const xOf = (till: EnrolledTill, { opened_at, teller }: OpenShift, figures: ShiftFigures): Slip =>
  shiftSlip(figures, { ...about(till), opened_at, opened_by: teller.name, closed: null })

/** The report of a shift that was closed here. */
export const zOf = (till: EnrolledTill, { shift, teller, closed_at, figures }: KeptReport): Slip =>
  shiftSlip(figures, {
    ...about(till),
    opened_at: shift.opened_at,
    opened_by: shift.teller.name,
    closed: { at: closed_at, by: teller.name },
  })
