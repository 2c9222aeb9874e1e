import type { declared, DeclaredPath } from '../declared.ts'
import type { coupon, CouponUse, StaffCoupon } from '../entities/coupon.ts'
import type { setting, Setting } from '../entities/setting.ts'
import type { Change, Input, Shown } from '../entity.ts'
import type { FileReply } from '../file-reply.ts'
import type { Page, PageQuery } from '../page.ts'

/** Filters rows of an entity: by words in them, and by their choices, flags and references. */
export type EntityFilter = { search?: string } & { [field: string]: string | number | undefined }
export type EntityQuery = PageQuery & EntityFilter & { order_column?: string; order_direction?: 'asc' | 'desc' }

interface Kept {
  created_at: string
  updated_at: string
}
/** A row as staff see it. */
export type StaffRow<E> = Shown<E> & Kept
type EntityOf<P extends DeclaredPath> = (typeof declared)[P]
type Plural<P extends string> = P extends `${infer A}-${infer B}` ? `${A}_${B}` : P
type Reply<E> = Record<string, StaffRow<E>>
type Written<E> = { message: string } & Record<string, StaffRow<E> | string>

type DeclaredEndpoints = {
  [P in DeclaredPath as `GET /api/staff/${P}`]: {
    query: EntityQuery
    reply: { [Name in Plural<P>]: Page<StaffRow<EntityOf<P>>> }
  }
} & { [P in DeclaredPath as `GET /api/staff/${P}/csv`]: { query: EntityFilter; reply: FileReply } } & {
  [P in DeclaredPath as `POST /api/staff/${P}`]: { body: Input<EntityOf<P>>; reply: Written<EntityOf<P>> }
} & { [P in DeclaredPath as `GET /api/staff/${P}/:id`]: { reply: Reply<EntityOf<P>> } } & {
  [P in DeclaredPath as `PATCH /api/staff/${P}/:id`]: { body: Change<EntityOf<P>>; reply: Written<EntityOf<P>> }
}

type CouponInput = Input<typeof coupon> & { category_ids?: number[] }
type StaffSetting = Setting & Kept

export interface EntityEndpoints extends DeclaredEndpoints {
  'GET /api/staff/coupons': { query: EntityQuery; reply: { coupons: Page<StaffCoupon> } }
  'GET /api/staff/coupons/csv': { query: EntityFilter; reply: FileReply }
  'POST /api/staff/coupons': { body: CouponInput; reply: { message: string; coupon: StaffCoupon } }
  'GET /api/staff/coupons/:id': { reply: { coupon: StaffCoupon } }
  'PATCH /api/staff/coupons/:id': {
    body: Partial<CouponInput> & { updated_at?: string }
    reply: { message: string; coupon: StaffCoupon }
  }
  'GET /api/staff/coupons/:id/uses': { query: PageQuery; reply: { uses: Page<CouponUse> } }
  'GET /api/staff/coupons/:id/uses/csv': { reply: FileReply }

  'GET /api/staff/settings': { query: EntityQuery; reply: { settings: Page<StaffSetting> } }
  'GET /api/staff/settings/csv': { query: EntityFilter; reply: FileReply }
  'POST /api/staff/settings': { body: Input<typeof setting>; reply: { message: string; setting: StaffSetting } }
  'GET /api/staff/settings/:id': { reply: { setting: StaffSetting } }
  'PATCH /api/staff/settings/:id': { body: Change<typeof setting>; reply: { message: string; setting: StaffSetting } }
}

/** Paths of the entities whose rules and screens follow from a declaration. */
export type EntityPath = DeclaredPath | 'coupons' | 'settings'
