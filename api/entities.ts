import { heardByLists, namedChoices } from '#api/catalogue/named-choices.ts'
import { modelOf } from '#api/crud/model.ts'
import { crudRoutes } from '#api/crud/routes.ts'
import { rowsOf } from '#api/crud/rows.ts'
import { declared } from '#sync/protocol/declared.ts'
import { colour } from '#sync/protocol/entities/colour.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import { setting } from '#sync/protocol/entities/setting.ts'
import { searchWord } from '#sync/protocol/entities/search-word.ts'
import { size } from '#sync/protocol/entities/size.ts'
import type { Entity } from '#sync/protocol/entity.ts'

const simple = Object.values<Entity>(declared).map(entity => ({ entity, model: modelOf(entity) }))

/** Coupons and settings have routes of their own, because they do more than a declaration covers. */
export const Coupon = modelOf(coupon)
export const Setting = modelOf(setting)

/** Every entity that is declared, with its model. */
export const registered = [...simple, { entity: coupon, model: Coupon }, { entity: setting, model: Setting }]

/** Sizes and colours appear in lists and filters, so those must hear of a change. */
const IN_LISTS: readonly string[] = [colour.name, size.name]

export const entityRoutes = simple.flatMap(({ entity, model }) => {
  const rows = rowsOf(entity, model)
  if (entity.name === searchWord.name) return crudRoutes(entity, heardByLists(rows))
  return crudRoutes(entity, IN_LISTS.includes(entity.name) ? namedChoices(entity, rows) : rows)
})
