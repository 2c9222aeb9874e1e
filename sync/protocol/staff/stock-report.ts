/** A colour of a product of which sizes between its smallest and largest are sold out. */
export interface BrokenRun {
  id: number
  product_id: number
  name: string
  colour_code: string | null
  colour: string | null
  missing: string[]
  pieces: number
}

/**
 * A product that lies on the shelf and does not sell. Values in cedis: as it is priced, and as it was bought, for who
 * may know.
 */
export interface DeadStock {
  /** The product's. */
  id: number
  name: string
  category: string
  pieces: number
  value: number
  cost_value: number | null
  last_sold_at: string | null
  last_received_at: string | null
}

/**
 * What one piece cost when it was last bought, and on average of all that was bought; null where nobody wrote it down.
 */
export interface GoodsCost {
  last: number | null
  average: number | null
}
