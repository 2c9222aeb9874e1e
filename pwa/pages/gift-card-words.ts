export const title = 'Gift cards'
export const balance = 'Check a balance'
export const explain =
  'Enter the code on your card to see your balance. To spend it, enter the code at the last step of checkout.'
export const code = 'Gift card code'
export const codeHint = '16 letters and digits, such as ABCD-EFGH-JKMN-PQRS'
export const show = 'Show balance'
export const checking = 'Checking the card …'
export const left = (sum: string) => `${sum} left`
export const card = (end: string) => `Card ending in ${end}.`
export const until = (day: string) => `Use it by ${day}.`
export const noLimit = 'It does not expire.'
export const STATES = {
  usable: '',
  empty: 'This card has no balance left.',
  expired: 'This card has expired.',
  void: 'This card is no longer valid.',
} as const
