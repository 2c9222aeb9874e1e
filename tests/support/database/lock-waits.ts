import { setTimeout as sleep } from 'node:timers/promises'
import { select } from '#api/db/database.ts'

/**
 * The server refreshes its transaction tables only if nobody has asked for a tenth of a second: until then it shows
 * earlier waits.
 */
const AGAIN_MS = 150

/** Waits until transactions on this file's database, one by default, wait for another's lock. */
export async function somebodyWaits(least = 1): Promise<void> {
  const waiting = () =>
    select(
      "SELECT p.ID FROM information_schema.INNODB_TRX t JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id WHERE p.DB = DATABASE() AND t.trx_state = 'LOCK WAIT'",
    )
  const late = Date.now() + 30_000
  do {
    if (Date.now() > late) throw new Error('Nobody waits for a lock.')
    await sleep(AGAIN_MS)
  } while ((await waiting()).length < least)
}
