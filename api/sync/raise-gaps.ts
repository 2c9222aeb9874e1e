import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { GAP, gapKey, readGapKey } from '#api/exceptions/till-exceptions.ts'

/** How long, in minutes, a number may be missing after later ones arrive before staff are told. */
const PATIENCE_MINUTES = 60

/**
 * A gap this wide comes from an invented number: staff are told, but it hides no other gap and does not advance the
 * till's count.
 */
const WIDE = 1_000
const isWide = ({ first, last }: { first: number; last: number }) => last - first + 1 >= WIDE
/** How many rows of a till are read at once. */
const AT_ONCE = 2_000

interface Gap {
  device_id: string
  code: string
  first: number
  last: number
}
interface Checked {
  device_id: string
  code: string
  seq_checked: number
}

/**
 * Tells staff once about numbered sales that never arrived although later ones did; gaps they explained, even in part,
 * are not raised again. Gaps close by themselves on arrival. Reads only new numbers and open gaps. Returns how many
 * gaps are new.
 */
export async function raiseGaps(patience = PATIENCE_MINUTES): Promise<number> {
  const told = (
    await select<{ id: number; once_key: string; status_code: string }>(
      'SELECT id, once_key, status_code FROM exceptions WHERE code = ?',
      [GAP],
    )
  ).map(({ once_key, ...row }) => ({ ...row, ...readGapKey(once_key) }))
  let raised = 0
  for (const till of await select<Checked>('SELECT device_id, code, seq_checked FROM tills ORDER BY device_id')) {
    const { gaps, checked } = await findGaps(till, patience)
    const fresh = gaps.filter(
      gap =>
        !told.some(
          known =>
            known.device_id === till.device_id &&
            isWide(known) === isWide(gap) &&
            known.first <= gap.first &&
            gap.last <= known.last,
        ),
    )
    for (const gap of fresh) await tell(gap)
    raised += fresh.length
    if (checked > till.seq_checked)
      await execute(
        'UPDATE tills SET seq_checked = :checked, updated_at = updated_at WHERE device_id = :device_id AND seq_checked < :checked',
        { device_id: till.device_id, checked },
      )
  }
  for (const { id, ...gap } of told.filter(({ status_code }) => status_code === 'OPEN'))
    if (await isFilled(gap)) await close(id)
  return raised
}

const tell = ({ device_id, code, first, last }: Gap) =>
  raiseException({
    code: GAP,
    once_key: gapKey(device_id, first, last),
    order_id: null,
    device_id,
    detail:
      last > first
        ? `${code}: numbers ${first} to ${last} have not arrived.`
        : `${code}: number ${first} has not arrived.`,
  })

const close = (id: number) =>
  inTransaction(() =>
    execute(
      "UPDATE exceptions SET status_code = 'RESOLVED', resolution = 'NOTED', note = 'All of it has arrived.', resolved_at = NOW(3) WHERE id = ? AND status_code = 'OPEN'",
      [id],
    ),
  )

/** The gaps before a number that arrived a while ago, and how far the sequence is settled. */
async function findGaps(
  { device_id, code, seq_checked }: Checked,
  patience: number,
): Promise<{ gaps: Gap[]; checked: number }> {
  const gaps: Gap[] = []
  for (let checked = seq_checked; ;) {
    const rows = await arrivedAfter(device_id, { seq: checked, patience })
    const ripe = rows.slice(0, rows.findLastIndex(({ waited }) => waited) + 1)
    for (const { seq } of ripe) {
      if (seq > checked + 1) gaps.push({ device_id, code, first: checked + 1, last: seq - 1 })
      if (isWide({ first: checked + 1, last: seq - 1 })) return { gaps, checked }
      checked = seq
    }
    if (ripe.length < AT_ONCE) return { gaps, checked }
  }
}

/** Quarantined mutations, and signed ones of an unknown kind, did arrive. */
const arrivedAfter = (device_id: string, { seq, patience }: { seq: number; patience: number }) =>
  select<{ seq: number; waited: number }>(
    `
  SELECT seq, MAX(created_at <= NOW(3) - INTERVAL :patience MINUTE) AS waited FROM (
    (SELECT seq, created_at FROM sync_verdicts WHERE device_id = :device_id AND seq > :seq ORDER BY seq
      LIMIT ${AT_ONCE})
    UNION ALL (SELECT seq, created_at FROM sync_quarantine WHERE device_id = :device_id AND seq > :seq ORDER BY seq
      LIMIT ${AT_ONCE})
    UNION ALL (SELECT l.seq, l.created_at ${LINKS} AND l.seq > :seq ORDER BY l.seq LIMIT ${AT_ONCE})) arrived
  GROUP BY seq ORDER BY seq LIMIT ${AT_ONCE}`,
    { device_id, seq, patience },
  )

async function isFilled({ device_id, first, last }: Pick<Gap, 'device_id' | 'first' | 'last'>): Promise<boolean> {
  const between = 'WHERE device_id = :device_id AND seq BETWEEN :first AND :last'
  const found = await selectOne<{ n: number }>(
    `SELECT COUNT(*) AS n FROM (SELECT seq FROM sync_verdicts ${between} UNION SELECT seq
      FROM sync_quarantine ${between}
    UNION SELECT l.seq ${LINKS} AND l.seq BETWEEN :first AND :last) arrived`,
    { device_id, first, last },
  )
  return found!.n === last - first + 1
}

/** The chains of a till's keys, as SQL. */
const LINKS =
  'FROM till_links l JOIN till_keys k ON k.id = l.till_key_id JOIN tills t ON t.id = k.till_id WHERE t.device_id = :device_id'
