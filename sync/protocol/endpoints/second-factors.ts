import type { User } from '../staff/person.ts'
import type { FactorAnswer, NewPasskey, OwnFactors, PasskeyOptions } from '../staff/second-factor.ts'

/** `recovery_codes`: shown only once, with the first factor. */
type Added = { message: string; factors: OwnFactors; recovery_codes?: string[] }

/** Two-step verification. A change asks for a second factor again, or for the password while none is set up. */
export interface SecondFactorEndpoints {
  'POST /api/login/second-factor': {
    body: FactorAnswer
    reply: { message: string; token: string; user: User; cut?: number }
  }
  'POST /api/step-up': { body: FactorAnswer; reply: { message: string } }
  'GET /api/account/second-factors': { reply: { factors: OwnFactors } }
  'POST /api/account/passkeys/begin': { body: { current_password?: string }; reply: { options: PasskeyOptions } }
  'POST /api/account/passkeys': { body: { challenge: string; name: string; answer: NewPasskey }; reply: Added }
  'DELETE /api/account/passkeys/:id': {
    body: { current_password?: string }
    reply: { message: string; factors: OwnFactors }
  }
  'POST /api/account/authenticator/begin': {
    body: { current_password?: string }
    reply: { challenge: string; secret: string; uri: string }
  }
  'POST /api/account/authenticator': { body: { challenge: string; code: string }; reply: Added }
  'DELETE /api/account/authenticator': {
    body: { current_password?: string }
    reply: { message: string; factors: OwnFactors }
  }
  'POST /api/account/recovery-codes': {
    body: { current_password?: string }
    reply: { message: string; recovery_codes: string[] }
  }
  /** Removes every second factor of a user with a lower clearance than one's own. */
  'POST /api/staff/users/:id/reset-second-factor': { reply: { message: string } }
}
