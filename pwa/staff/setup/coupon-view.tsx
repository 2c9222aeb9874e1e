import { useParams } from 'react-router-dom'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { coupon, type StaffCoupon } from '#sync/protocol/entities/coupon.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Opening } from '../opening.tsx'
import type { Read } from '../kit/unread.tsx'
import { CategoryTicks, tickedIn } from '../categories/category-ticks.tsx'
import { CouponUses } from './coupon-uses.tsx'
import { saveEntity } from './entity-api.ts'
import { EntityFields } from './entity-fields.tsx'
import { typedRow } from './typed-row.ts'
import * as words from './setup-words.ts'

/** A coupon with its form and its uses. */
export function CouponView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/coupons/:id', { params: { id } }, { page: true })
  const { data } = read
  useTitle(data && words.couponOf(data.coupon.code))
  if (data?.coupon.id === id) return <UpdateForm key={id} row={data.coupon} read={read} />
  return <Opening title={words.coupon} back="/staff/coupons" read={read} rows={8} />
}

/** The form holds ids; the row holds the categories. */
const heldOf = (present: Record<string, unknown>) => ({
  ...present,
  category_ids: (present as unknown as StaffCoupon).categories.map(({ id }) => id),
})

function UpdateForm({ row, read }: { row: StaffCoupon; read: Read }) {
  const form = useSubmit((typed, key) =>
    saveEntity(
      'coupons',
      { ...typedRow(coupon, typed), category_ids: tickedIn(typed), updated_at: textOf(typed, 'updated_at') },
      { id: row.id, key },
    ),
  )
  return (
    <FormScreen
      title={words.couponOf(row.code)}
      back="/staff/coupons"
      submit={words.updateCoupon}
      form={form}
      row={row}
      read={read}
      heldOf={heldOf}
      after={
        <>
          <CouponUses id={row.id} />
          <HistoryPanel subject="coupon" id={row.id} />
        </>
      }
    >
      <EntityFields entity={coupon} row={{ ...row }} errors={form.fields} />
      <CategoryTicks held={row.categories.map(({ id }) => id)} errors={form.fields.category_ids} />
    </FormScreen>
  )
}
