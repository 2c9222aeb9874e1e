const amounts = new Intl.NumberFormat('en-GH', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Cedis as Ghana writes them. */
export const cedis = (amount: number) => `${amount < 0 ? '−' : ''}GH₵\u00A0${amounts.format(Math.abs(amount))}`
