import { rowsOf } from '#api/crud/rows.ts'
import { inTransaction, selectOne } from '#api/db/database.ts'
import { Setting } from '#api/entities.ts'
import { forbidden, invalid } from '#api/errors.ts'
import { checkedValue } from '#api/staff/setting-rules.ts'
import type { BodyOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import { setting } from '#sync/protocol/entities/setting.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { isKnownSetting, settingOf } from '#sync/protocol/settings.ts'

type StaffSetting = ReplyOf<'GET /api/staff/settings/:id'>['setting']

const rows = rowsOf(setting, Setting)
export const { list: listSettings, table: settingTable, find: findSetting } = rows

/** @throws 403, 422 beside the field */
export async function addSetting(sent: BodyOf<'POST /api/staff/settings'>, actor: User): Promise<StaffSetting> {
  refuseBelow(sent.name, actor)
  return rows.add({ ...sent, value: checkedValue(sent.name, sent.value) })
}

/** Whether a setting guards money or people. */
export async function guardsShop(id: number): Promise<boolean> {
  const held = await selectOne<{ name: string }>('SELECT name FROM settings WHERE id = ?', [id])
  return held !== null && Boolean(settingOf(held.name).guards)
}

/**
 * Changes a setting; the next request uses it. A setting the program knows keeps its name. @throws 403, 404, 409, 422
 * beside the field
 */
export const changeSetting = (
  id: number,
  sent: BodyOf<'PATCH /api/staff/settings/:id'>,
  actor: User,
): Promise<StaffSetting> =>
  inTransaction(async () => {
    const held = await selectOne<{ name: string }>('SELECT name FROM settings WHERE id = ? FOR UPDATE', [id])
    const name = sent.name ?? held?.name ?? ''
    if (held && name !== held.name && (isKnownSetting(held.name) || isKnownSetting(name)))
      throw invalid({ name: ['You cannot rename this setting.'] })
    refuseBelow(name, actor)
    return rows.change(id, { ...sent, ...(sent.value !== undefined && { value: checkedValue(name, sent.value) }) })
  })

/** Only a role's own level or above decides how that role signs in. */
function refuseBelow(name: string, { role }: User): void {
  const { clearance = 0, label } = settingOf(name)
  if (role.id < clearance) throw forbidden(`Only a super administrator may change “${label}”.`)
}
