import type { Credentials, Registration, User } from '../staff/person.ts'
import type { FactorAsked } from '../staff/second-factor.ts'

export interface SessionEndpoints {
  /** `cut`: how many lines of the bag were reduced to the available stock, if any. */
  'POST /api/register': { body: Registration; reply: { message: string; token: string; user: User; cut?: number } }
  /**
   * If a second factor is due, the reply asks for it. `set_up_second_factor`: the user must set one up before the back
   * office opens.
   */
  'POST /api/login': {
    body: Credentials
    reply:
      | { message: string; token: string; user: User; cut?: number; set_up_second_factor?: true }
      | { second_factor: FactorAsked }
  }
  'POST /api/guest': { body: { device_name?: string }; reply: { token: string } }
  'POST /api/token/refresh': { reply: { token: string; user: User | null } }
  'POST /api/logout': { reply: { message: string } }
  /** Confirms the address of an account, with the token of a letter's link. */
  'POST /api/confirm-email/:token': { reply: { message: string } }
  'POST /api/forgot-password': { body: { email: string }; reply: { message: string } }
  'POST /api/reset-password': {
    body: { token: string; email: string; password: string; password_confirmation: string }
    reply: { message: string }
  }
}
