/** Settings of the till's lock. */
export const LOCK_SETTINGS = {
  till_pins: {
    kind: 'choice',
    label: 'Ask for a PIN at the till',
    initial: 'ON',
    hint: 'At the first sign-in on a till. The PIN locks the till, and lets colleagues take over without passwords',
    tills: true,
    required: true,
    choices: { ON: 'Yes', OFF: 'No' },
  },
  till_lock_minutes: {
    kind: 'count',
    label: 'Lock an idle till after',
    initial: '',
    hint: 'Minutes. Empty: never. Only for people with a PIN on that till',
    tills: true,
    least: 1,
    most: 480,
  },
} as const
