import { cpus } from 'node:os'
import { CampaignTill } from '#tests/support/till/campaign-till.ts'
import type { Campaign } from '#tests/support/till/campaign.ts'

interface Run {
  tills: number
  seed: number
  weather: { lost: number; late: number; late_ms: number }
  campaign: Campaign
  /** The output of `npm run audit`. */
  audit: string
}

/** A campaign and its result, as the file beside the test. */
export const reportOf = ({
  seed,
  tills,
  weather,
  audit,
  campaign: { seen, replies, seconds, done, found, browsers, tills: sold },
}: Run): string => `# Fault campaign

Written by \`npm run test:faults\` (tests/sync/campaign.test.ts). It shows one run; every figure was counted in that run.

| | |
|---|---|
| Date | ${new Date().toISOString()} |
| Seed | ${seed} (\`SEED=${seed}\` draws the same numbers again; the tills run at once, so which till gets which number differs) |
| Machine | ${cpus().length} processors, Node.js ${process.versions.node} |
| Size | ${tills} tills, ${found.signed.toLocaleString('en')} signed sales, and ${found.sold - found.signed} unsigned ones of the build before |
| Network | ${weather.lost * 100} % of the replies lost, ${weather.late * 100} % delayed by up to ${weather.late_ms} ms |
| Time | ${seconds.toFixed(0)} s |

${browsers?.tills.length ?? 0} tills are pages in real Chromium browsers, in which a cashier scans and presses keys;
one of them begins with the build before.
The others run the till's own code over fake-indexeddb, all in one process.
The API runs in a process of its own, the database is a real MariaDB,
and TCP proxies between tills and API lose and delay replies.

## Faults, in the order in which they happened

| Sales with a verdict | Fault |
|---|---|
${done.map(({ at, words }) => `| ${(at * 100).toFixed(0)} % | ${words} |`).join('\n')}

Replies to the tills without a browser: ${repliesIn(replies)}.
Replies to the browsers, with those that bring pages: ${repliesIn(browsers?.happened ?? NONE)}.
The tills without a browser sent their ${ownSales(sold)} sales ${seen.sent} times,
with those sent while nothing answered.
Answers to their requests with sales, by status (0: no reply): ${Object.entries(seen.statuses)
  .map(([status, n]) => `${status}: ${n}`)
  .join(', ')}.
Till set-ups: ${sold.reduce((sum, { setUps }) => sum + setUps, 0)}.
That is one for each till, one for the new key of the till with the old profile and one for each till that was upgraded.

## Result

| | |
|---|---|
| Sales rung up | ${found.sold} |
| Orders | ${found.orders} |
| Lost | ${found.lost.length} |
| Doubled | ${found.doubled.length} |
| Orders nobody rang up | ${found.strange.length} |
| Money off by | ${(found.pesewasOff / 100).toFixed(2)} cedis |
| Stock off by | ${found.unitsOff} pieces |
| Signed sales outside the chain | ${found.unchained.length} |
| Links without the link before them | ${found.brokenLinks} |
| Audit rules broken | ${found.broken.length} |
| Seal | ${found.seal.fault ?? `whole: ${found.seal.rows.toLocaleString('en')} rows in ${found.seal.links} links`} |
| Exceptions | ${found.doubts.map(({ code, n }) => `${code}: ${n}`).join(', ') || 'none'} |
| Exceptions at tills other than till 1, which went back to a copy | ${found.doubtsElsewhere.length} |

\`npm run audit\` at the end:

\`\`\`
${audit.trim()}
\`\`\`

## Not in this campaign

- The death of a browser: tests/e2e/till/till-crash.test.ts kills one.
- Files and workers of a new build that are lost on the way: the browser's network is fair while it takes the new build.
`

type Replies = Campaign['replies']
const NONE: Pick<Replies, 'arrives' | 'late' | 'lost'> = { arrives: 0, late: 0, lost: 0 }
const repliesIn = ({ arrives, late, lost }: typeof NONE) =>
  `${arrives} arrived at once, ${late} came late, ${lost} were lost`

const ownSales = (tills: Campaign['tills']) =>
  tills.filter(till => till instanceof CampaignTill).reduce((sum, { sold }) => sum + sold.size, 0)
