import type { Requests } from '#tests/support/server/stage.ts'
import { aShiftRow } from '#tests/support/till/shift-rows.ts'

/** Requests about the tills' shifts, for REQUESTS. */
export const SHIFT_REQUESTS: Requests = {
  'GET /api/staff/shifts': async () => {
    await aShiftRow()
    return { path: '/api/staff/shifts?state=CLOSED' }
  },
  'GET /api/staff/shifts/csv': () => ({ path: '/api/staff/shifts/csv?till_id=1' }),
  'GET /api/staff/shifts/:id': async () => ({ path: `/api/staff/shifts/${await aShiftRow()}` }),
}
