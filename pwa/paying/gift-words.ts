export const haveCard = 'Use a gift card'
export const code = 'Gift card code'
export const codeHint = '16 letters and digits, such as ABCD-EFGH-JKMN-PQRS'
export const apply = 'Use gift card'
export const checking = 'Checking the card …'
export const pays = (sum: string, end: string) => `The gift card ending in ${end} pays ${sum}.`
export const payRest = 'Pay the rest below.'
export const takeOff = 'Remove gift card'
