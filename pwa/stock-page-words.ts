/** Titles of the stock's screens. */

export const stock = 'Stock'
export const lowStock = 'Low Stock'
export const brokenSizeRuns = 'Broken Size Runs'
export const deadStock = 'Dead Stock'
export const goodsReceipts = 'Goods Receipts'
export const receiveGoods = 'Receive Goods'
export const goodsReceipt = 'Goods Receipt'
export const counts = 'Counts'
export const count = 'Count'
export const movements = 'Movements'
