import { useFilters } from '#pwa/forms/use-filters.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { SelectField } from '#pwa/ui/field.tsx'
import { DELIVERY_METHODS, ORDER_STATUSES, ORDER_TYPES } from '#sync/protocol/shop/order.ts'
import { DayFilters } from '../lists/filter-fields.tsx'
import { PersonField } from '../lists/person-field.tsx'
import { SearchField } from '../lists/search-field.tsx'
import * as words from './order-words.ts'

/** `any`: the value of `status` for all of them. */
export function OrderFilters({ status, any }: { status: string; any: string }) {
  const { bind } = useFilters()
  return (
    <>
      <SearchField label={words.numberOrCustomer} />
      <SelectField label={words.status} {...bind('status_code')} value={status}>
        <option value={any}>{words.everyStatus}</option>
        {Object.entries(ORDER_STATUSES).map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.type} {...bind('type_code')}>
        <option value="">{words.everyType}</option>
        {ORDER_TYPES.map(type => (
          <option key={type} value={type}>
            {words.TYPE_WORDS[type]}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.deliveryMethod} {...bind('delivery_method_code')}>
        <option value="">{words.everyMethod}</option>
        {DELIVERY_METHODS.map(method => (
          <option key={method} value={method}>
            {deliveryWords.methods[method]}
          </option>
        ))}
      </SelectField>
      <PersonField label={words.customerOrCashier} />
      <DayFilters />
    </>
  )
}
