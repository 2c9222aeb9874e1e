/** A checksum of entries `t`: any change shows. */
export const SEAL =
  "COALESCE(BIT_XOR(CRC32(CONCAT_WS('|', t.id, t.type_code, COALESCE(t.order_id, 0), t.amount, t.description, t.business_date))), 0)"
