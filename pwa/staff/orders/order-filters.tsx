import { useFilters } from '#pwa/forms/use-filters.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { SelectField } from '#pwa/ui/field.tsx'
import { DELIVERY_METHODS, ORDER_STATUSES, ORDER_TYPES } from '#sync/protocol/shop/order.ts'
import { DayFilters } from '../lists/filter-fields.tsx'
import { PersonField } from '../lists/person-field.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { TYPE_WORDS } from './order-words.ts'

/** `any` is the value of `status` that stands for all of them. */
export function OrderFilters({ status, any }: { status: string; any: string }) {
  const { bind } = useFilters()
  return (
    <>
      <SearchField label="Number or customer" />
      <SelectField label="Status" {...bind('status_code')} value={status}>
        <option value={any}>Every status</option>
        {Object.entries(ORDER_STATUSES).map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField label="Type" {...bind('type_code')}>
        <option value="">Every type</option>
        {ORDER_TYPES.map(type => (
          <option key={type} value={type}>
            {TYPE_WORDS[type]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Delivery method" {...bind('delivery_method_code')}>
        <option value="">Every method</option>
        {DELIVERY_METHODS.map(method => (
          <option key={method} value={method}>
            {deliveryWords.methods[method]}
          </option>
        ))}
      </SelectField>
      <PersonField label="Customer or cashier" />
      <DayFilters />
    </>
  )
}
