/** The state of one part of the shop. `words` say what is seen and, if it is not well, what to do. */
export interface HealthCheck {
  name: string
  state: 'ok' | 'warn' | 'bad'
  words: string
}
export interface Health {
  checked_at: string
  checks: HealthCheck[]
}
