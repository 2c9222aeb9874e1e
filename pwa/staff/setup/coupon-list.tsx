import { formatCount } from '#pwa/lib/format.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { EntityRows } from './entity-list.tsx'
import * as words from './setup-words.ts'

const CELLS: Parameters<typeof EntityRows>[0]['cells'] = {
  value: ({ type, value }) => (type === 'percentage' ? `${formatCount(Number(value))} %` : formatCedis(Number(value))),
  max_usage: ({ max_usage }) => (max_usage ? formatCount(Number(max_usage)) : words.unlimited),
}

export const CouponList = () => <EntityRows path="coupons" cells={CELLS} />
