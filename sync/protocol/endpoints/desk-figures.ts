import type { DeskFigures, DeskPeriod } from '../staff/desk-figures.ts'

export interface DeskFigureEndpoints {
  'GET /api/staff/dashboard': { query: { period?: DeskPeriod }; reply: { dashboard: DeskFigures } }
}
