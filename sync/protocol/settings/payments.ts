/** Settings of payments at the till. */
export const PAYMENT_SETTINGS = {
  momo_reference: {
    kind: 'choice',
    label: 'Mobile money at the till needs a reference',
    initial: 'OFF',
    hint: 'From the customer’s message. The till warns if another sale already has it',
    tills: true,
    required: true,
    guards: true,
    choices: { OFF: 'No', ON: 'Yes' },
  },
} as const
