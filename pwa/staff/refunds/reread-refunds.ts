import { queries } from '#pwa/lib/queries.ts'

const KEYS = ['GET /api/staff/refunds', 'GET /api/staff/refunds/:id', 'GET /api/staff/orders/:id', 'GET /api/staff/orders/:id/timeline', 'GET /api/staff/stock', 'GET /api/staff/changes']

/** Has all that a step of a refund changes read again. */
export const rereadRefunds = () => Promise.all(KEYS.map(key => queries.invalidateQueries({ queryKey: [key] })))
