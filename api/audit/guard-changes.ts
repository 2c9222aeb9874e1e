import { errnoOf, execute, select } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'

const REFUSE = (what: string) => `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'What staff changed is ${what}.'`

/** Triggers by name. Erasing a person blanks the changed values, but never who changed them or when. */
const TRIGGERS: Record<string, string> = {
  staff_changes_stay: `BEFORE DELETE ON staff_changes FOR EACH ROW ${REFUSE('never taken away')}`,
  staff_changes_stand: `BEFORE UPDATE ON staff_changes FOR EACH ROW
    IF NOT (NEW.was IS NULL AND NEW.became IS NULL AND NEW.id = OLD.id
      AND NEW.user_id <=> OLD.user_id AND NEW.ip <=> OLD.ip AND NEW.request_id <=> OLD.request_id
      AND BINARY NEW.subject = OLD.subject AND NEW.subject_id <=> OLD.subject_id AND BINARY NEW.action = OLD.action
      AND NEW.created_at = OLD.created_at)
    THEN ${REFUSE('never changed')}; END IF`,
}

/** The database user lacks the privilege, or the server keeps a binary log. */
const REFUSED: readonly (number | undefined)[] = [1044, 1142, 1227, 1419]
const THERE_ALREADY = 1359

/**
 * Makes the database itself refuse to change or delete the change log. Some servers allow their users no triggers: then
 * the shop runs without and logs it. Returns whether the triggers exist.
 */
export async function guardChanges(): Promise<boolean> {
  const there = new Set(
    (
      await select<{ name: string }>(
        'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE()',
      )
    ).map(({ name }) => name),
  )
  try {
    for (const [name, body] of Object.entries(TRIGGERS))
      if (!there.has(name)) await execute(`CREATE TRIGGER ${name} ${body}`).catch(ignoreTwin)
    return true
  } catch (error) {
    if (!REFUSED.includes(errnoOf(error))) throw error
    log.warn(
      { errno: errnoOf(error) },
      'the database allows no triggers: only the shop itself keeps what staff changed from being changed',
    )
    return false
  }
}

function ignoreTwin(error: unknown): void {
  if (errnoOf(error) !== THERE_ALREADY) throw error
}
