/** The shop's own reorder level, as SQL; 0 if the setting is empty. */
export const SHOP_LEVEL = "COALESCE((SELECT CAST(value AS UNSIGNED) FROM settings WHERE name = 'reorder_level'), 0)"
/** The reorder level of a variation `v` of a product `p`: stock at or below it is low. */
export const REORDER_LEVEL = `COALESCE(v.reorder_level, p.reorder_level, ${SHOP_LEVEL})`
