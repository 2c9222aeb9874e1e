import type { AlertAsked, OwnAlert, PushRenewal } from '../shop/alert.ts'

export interface AlertEndpoints {
  'GET /api/alerts': { reply: { push_key: string; alerts: OwnAlert[] } }
  'POST /api/alerts': { body: AlertAsked; reply: { message: string; alert: OwnAlert } }
  'POST /api/alerts/renew': { body: PushRenewal; reply: { message: string } }
  'DELETE /api/alerts/:id': { reply: { message: string } }
  'POST /api/alerts/confirm/:token': { reply: { message: string } }
  'POST /api/alerts/off/:token': { reply: { message: string } }
}
