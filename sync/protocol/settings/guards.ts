import { ROLES } from '../roles.ts'

/** For the settings that say who must use two-step verification. */
const POLICY = {
  kind: 'choice',
  initial: 'OFF',
  required: true,
  guards: true,
  choices: { OFF: 'Off', OPTIONAL: 'Optional', REQUIRED: 'Required' },
} as const

/** Settings that make people prove who they are. */
export const GUARD_SETTINGS = {
  second_factor_manager: { ...POLICY, label: 'Two-step verification: managers' },
  second_factor_administrator: {
    ...POLICY,
    label: 'Two-step verification: administrators',
    clearance: ROLES.SUPER_ADMINISTRATOR.id,
  },
  second_factor_super_administrator: {
    ...POLICY,
    label: 'Two-step verification: super administrators',
    clearance: ROLES.SUPER_ADMINISTRATOR.id,
  },
  step_up_limit: {
    kind: 'money',
    label: 'Confirm identity for payouts from',
    initial: '',
    hint: 'Amount in cedis. Empty: never',
    guards: true,
  },
  two_person_limit: {
    kind: 'money',
    label: 'Second approval for payouts from',
    initial: '',
    hint: 'Amount in cedis. Empty: never',
    guards: true,
  },
} as const
