/** How one part of the shop's running is. `words` say what is seen, and what to do where that is not well. */
export interface HealthCheck {
  name: string
  state: 'ok' | 'warn' | 'bad'
  words: string
}
export interface Health {
  checked_at: string
  checks: HealthCheck[]
}
