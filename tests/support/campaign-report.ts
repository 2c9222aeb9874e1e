import { cpus } from 'node:os'
import type { Campaign } from '#tests/support/campaign.ts'

interface Run {
  tills: number
  seed: number
  weather: { lost: number; late: number; late_ms: number }
  campaign: Campaign
  /** What `npm run audit` printed. */
  audit: string
}

/** What a campaign was and what came of it, as the file beside the test. */
export const reportOf = ({
  seed,
  tills,
  weather,
  audit,
  campaign: { seen, replies, seconds, done, found, tills: sold },
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

The tills run the till's own code over fake-indexeddb, all in one process.
The API runs in a process of its own, the database is a real MariaDB,
and a TCP proxy between tills and API loses and delays replies.

## Faults, in the order in which they happened

| Sales with a verdict | Fault |
|---|---|
${done.map(({ at, words }) => `| ${(at * 100).toFixed(0)} % | ${words} |`).join('\n')}

Replies on the network: ${replies.arrives} arrived at once, ${replies.late} came late, ${replies.lost} were lost.
The tills sent ${found.sold} sales ${seen.sent} times, with those sent while nothing answered.
Answers to requests with sales, by status (0: no reply): ${Object.entries(seen.statuses)
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

- A browser: fake-indexeddb stands in for IndexedDB. tests/e2e/till-crash.test.ts kills a real browser.
`
