/** Settings of voids at the till. Administrators may always void the last sale. */
export const VOID_SETTINGS = {
  void_manager: {
    kind: 'choice',
    label: 'A manager may void the last sale',
    initial: 'ON',
    hint: 'Until the shift ends, or on the same day if shifts are off',
    tills: true,
    required: true,
    guards: true,
    choices: { ON: 'Yes', OFF: 'No' },
  },
} as const
