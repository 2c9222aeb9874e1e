/** Valid card numbers, by issuer. */
export const CARDS = {
  Visa: '4084084084084081',
  'Visa, 19 digits': '4000000000000000006',
  Mastercard: '5105105105105100',
  'Mastercard, new': '2223003122003222',
  'American Express': '378282246310005',
  'Diners Club': '30569309025904',
  Discover: '6011111111111117',
  JCB: '3530111333300000',
  Verve: '5060666666666666666',
  UnionPay: '6200000000000005',
  Maestro: '6759649826438453',
} as const
