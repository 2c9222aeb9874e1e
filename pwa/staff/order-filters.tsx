import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { DELIVERY_METHODS, ORDER_STATUSES, ORDER_TYPES } from '#sync/protocol/order.ts'
import { METHOD_WORDS, TYPE_WORDS } from './order-status.tsx'

/** `any` is the value of `status` that stands for all of them. */
export function OrderFilters({ status, any }: { status: string; any: string }) {
  const { get, set } = useFilters()
  const { data } = useApi('GET /api/staff/orders/options/users', { query: { per_page: 100 } })
  const bind = (name: string) => ({ name, value: get(name), onChange: (event: { target: { value: string } }) => set(name, event.target.value) })
  return (
    <>
      <SelectField label="Status" {...bind('status_code')} value={status}>
        <option value={any}>Every status</option>
        {Object.entries(ORDER_STATUSES).map(([code, words]) => <option key={code} value={code}>{words}</option>)}
      </SelectField>
      <SelectField label="Type" {...bind('type_code')}>
        <option value="">Every type</option>
        {ORDER_TYPES.map(type => <option key={type} value={type}>{TYPE_WORDS[type]}</option>)}
      </SelectField>
      <SelectField label="Delivery method" {...bind('delivery_method_code')}>
        <option value="">Every method</option>
        {DELIVERY_METHODS.map(method => <option key={method} value={method}>{METHOD_WORDS[method]}</option>)}
      </SelectField>
      <SelectField label="Customer or cashier" {...bind('user_id')}>
        <option value="">Everybody</option>
        {data?.users.data.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
      </SelectField>
      <TextField label="From" type="date" {...bind('start_date')} required />
      <TextField label="Until" type="date" {...bind('end_date')} required />
    </>
  )
}
