import { execute, isLockFailure, selectOne } from '#api/db/database.ts'
import { tillRevoked } from '#api/errors.ts'
import { UUID } from '#sync/protocol/mutation.ts'

/**
 * Records when a till was last seen, to the minute, because tills call often. Ignores devices that are not tills, and a
 * row that another push holds: what was booked is not refused for a stamp.
 */
export async function noteSeen(device_id: string): Promise<void> {
  if (!UUID.test(device_id)) return
  await execute(
    'UPDATE tills SET seen_at = NOW(3), updated_at = updated_at WHERE device_id = ? AND (seen_at IS NULL OR seen_at < NOW(3) - INTERVAL 1 MINUTE)',
    [device_id],
  ).catch((error: unknown) => {
    if (!isLockFailure(error)) throw error
  })
}

/** A revoked till gets no more data and deletes what it has. @throws 403 */
export async function refuseRevoked(device_id: string): Promise<void> {
  if (
    UUID.test(device_id) &&
    (await selectOne("SELECT id FROM tills WHERE device_id = ? AND status_code = 'REVOKED'", [device_id]))
  )
    throw tillRevoked()
}
