/** A colour of a product with sizes sold out between its smallest and largest. */
export interface BrokenRun {
  id: number
  product_id: number
  name: string
  colour_code: string | null
  colour: string | null
  missing: string[]
  pieces: number
}

/** A product in stock that does not sell. Values in cedis: at retail price, and at cost for those who may see it. */
export interface DeadStock {
  id: number
  name: string
  category: string
  pieces: number
  value: number
  cost_value: number | null
  last_sold_at: string | null
  last_received_at: string | null
}

/** The last cost of one piece and the average cost of all pieces bought; null if never recorded. */
export interface GoodsCost {
  last: number | null
  average: number | null
}
