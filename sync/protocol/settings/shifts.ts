/** Settings of the tills' shifts. */
export const SHIFT_SETTINGS = {
  till_shifts: {
    kind: 'choice',
    label: 'Shifts at the till',
    initial: 'OFF',
    tills: true,
    required: true,
    choices: { OFF: 'Off', ON: 'On: open with a float, close with a count' },
  },
  shift_difference_limit: {
    kind: 'money',
    label: 'Report a drawer that is over or short by more than',
    initial: '5',
    hint: 'Amount in cedis. Empty: never',
    guards: true,
  },
} as const
