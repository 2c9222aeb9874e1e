import { coupon } from '#sync/protocol/entities/coupon.ts'
import { AddScreen } from '../kit/add-screen.tsx'
import { CategoryTicks, tickedIn } from '../categories/category-ticks.tsx'
import { saveEntity } from './entity-api.ts'
import { EntityFields } from './entity-fields.tsx'
import { typedRow } from './typed-row.ts'
import * as words from './setup-words.ts'

const add = (typed: FormData, key: string) =>
  saveEntity('coupons', { ...typedRow(coupon, typed), category_ids: tickedIn(typed) }, { key })

export const CouponAdd = () => (
  <AddScreen one={words.coupon} back="/staff/coupons" send={add}>
    {errors => (
      <>
        <EntityFields entity={coupon} errors={errors} />
        <CategoryTicks held={[]} errors={errors.category_ids} />
      </>
    )}
  </AddScreen>
)
