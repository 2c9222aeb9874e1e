import { defineEntity, type Row } from '../entity.ts'
import { MANAGEMENT } from '../roles.ts'
import { RIDER_REGION } from '../shipping.ts'

/**
 * A part of a region with one delivery fee, or a station in it where parcels are picked up. Orders and addresses refer
 * to its code, so the code never changes.
 */
export const deliveryZone = defineEntity({
  name: 'delivery_zone',
  plural: 'delivery_zones',
  clearance: { read: MANAGEMENT, write: MANAGEMENT },
  fields: {
    region_code: { kind: 'ref', label: 'Region', to: 'region' },
    name: { kind: 'text', label: 'Name', max: 120 },
    code: {
      kind: 'text',
      label: 'Code',
      max: 40,
      pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
      hint: 'Letters, digits, - and _, such as KUMASI-CENTRAL',
      fixed: true,
    },
    locations: { kind: 'text', label: 'Locations', max: 2000, as: 'area', optional: true },
    cost: { kind: 'money', label: 'Delivery fee' },
    kind: {
      kind: 'choice',
      label: 'Delivered to',
      of: ['DOOR', 'STATION'],
      initial: 'DOOR',
      never: {
        choice: 'STATION',
        when: 'region_code',
        is: RIDER_REGION,
        because: 'In Greater Accra a rider delivers to the door.',
      },
      hint: 'Station: the customer picks it up from a bus company, such as VIP or STC',
    },
    pay_on_delivery: {
      kind: 'flag',
      label: 'Pay on delivery',
      initial: 0,
      hint: 'For orders up to the amount in the settings',
      guards: true,
    },
    deposit_percent: {
      kind: 'count',
      label: 'Deposit, per cent of the total',
      most: 99,
      optional: true,
      hint: 'Paid online before a pay-on-delivery order is sent',
      guards: true,
    },
    deposit_amount: { kind: 'money', label: 'Deposit, at least', optional: true, guards: true },
    days_from: { kind: 'count', label: 'Working days, at least', optional: true, hint: 'From payment to arrival' },
    days_to: { kind: 'count', label: 'Working days, at most', optional: true },
  },
  list: ['id', 'region_code', 'name', 'kind', 'cost'],
})

/** A zone as checkout shows it. */
export type DeliveryZone = Row<typeof deliveryZone>

/** Whether a rider comes instead, so that nothing waits at this station. Zones of earlier days may say so. */
export const isBesideRider = ({ kind, region_code }: Pick<DeliveryZone, 'kind' | 'region_code'>) =>
  kind === 'STATION' && region_code === RIDER_REGION

/** Whether parcels wait at a station's counter, so that no street address is needed. */
export const isStation = (zone: Pick<DeliveryZone, 'kind'> | null | undefined) => zone?.kind === 'STATION'
