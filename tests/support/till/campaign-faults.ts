import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeBackup } from '#api/operations/backup.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { settleRestored } from '#api/seal/head.ts'
import { sealBooks } from '#api/seal/seal-books.ts'
import type { BrowserFleet } from '#tests/support/browser/browser-fleet.ts'
import { killDatabase, pauseDatabase, type CampaignApi } from '#tests/support/till/campaign-server.ts'
import type { Fault, Fleet, Seen } from '#tests/support/till/campaign.ts'
import type { CampaignTill } from '#tests/support/till/campaign-till.ts'
import { until } from '#tests/support/runs/processes.ts'
import { count } from '#tests/support/server/shop.ts'
import type { aSmallDisk } from '#tests/support/database/small-disk.ts'

export interface Stage {
  api: CampaignApi
  database: Parameters<typeof killDatabase>[0]
  /** For backups and pictures. */
  folder: string
  disk?: ReturnType<typeof aSmallDisk> | undefined
}

type Sell = (till: CampaignTill) => Promise<void>

const DISK_FULL_MS = 3_000

/** The faults of a campaign, each as an action on the stage. */
export function faultsOf({ api, database, folder, disk }: Stage) {
  const archive = { url: process.env.DATABASE_URL!, uploadsDir: join(folder, 'uploads') }
  const passphrase = 'nobody else knows it'
  let backup = ''
  let profile: Awaited<ReturnType<CampaignTill['profile']>>

  return {
    async killApi() {
      await api.kill()
      await api.start()
      return 'SIGKILL of the API'
    },
    async killDatabase() {
      await killDatabase(database)
      return 'SIGKILL of MariaDB'
    },
    pauseDatabase: (ms: number) => async () => {
      await pauseDatabase(database, ms)
      return `SIGSTOP of MariaDB for ${ms / 1000} s`
    },
    async backUp() {
      const orders = await count('orders')
      backup = (await makeBackup({ ...archive, passphrase }, folder)).path
      return `backup, begun with ${orders} orders in the shop`
    },
    async restore() {
      await api.stop()
      const before = await count('orders')
      await sealBooks(0)
      const { seal } = await restoreBackup({ ...archive, path: backup, passphrases: [passphrase], force: true })
      await settleRestored(seal)
      const after = await count('orders')
      await api.start()
      return `restore from the backup, which took ${before - after} of ${before} orders away`
    },
    /** With sales waiting, some of them already booked by the shop. */
    upgrade: (tills: readonly CampaignTill[], sell: Sell, browsers?: BrowserFleet) => async () => {
      const waiting: number[] = []
      const upgraded = tills.map(till =>
        till.chores.between(async () => {
          for (let n = 0; n < 2; n++) await sell(till)
          await till.sendUnheard()
          for (let n = 0; n < 2; n++) await sell(till)
          waiting.push(await till.waiting())
          await till.upgrade()
          await till.drain()
        }),
      )
      const inBrowsers = browsers?.older ?? []
      await Promise.all([...upgraded, ...inBrowsers.map(till => till.chores.between(() => browsers!.upgrade(till)))])
      return [
        `upgrade of ${tills.length} tills from a build that signs nothing, with ${waiting.join(' and ')} sales waiting`,
        ...inBrowsers.map(({ hadWaiting }) => `and of one in a browser, with ${hadWaiting} waiting`),
      ].join(', ')
    },
    copyProfile: (till: CampaignTill, sell: () => Promise<void>) => () =>
      till.chores
        .between(async () => {
          for (let n = 0; n < 2; n++) await sell()
          profile = await till.profile()
        })
        .then(
          () =>
            `copy of till 1's profile, with ${profile.find(({ name }) => name === 'outbox')!.rows.length} sales waiting`,
        ),
    oldProfile: (till: CampaignTill, sell: () => Promise<void>) => async () => {
      let last = 0
      await till.chores.between(async () => {
        await sell()
        await till.drain()
        last = (await till.db.till.get('till'))!.last_seq
        await till.goBackTo(profile)
      })
      return `till 1 goes back to the copy: to number ${
        profile
          .flatMap(({ rows }) => rows)
          .map(row => row as { last_seq?: number; key?: string })
          .find(({ key }) => key === 'till')!.last_seq
      } from ${last}`
    },
    /** Full until it has caused refusals of tills. */
    fillDisk:
      ({ statuses }: Seen) =>
      async () => {
        const refused = () => (statuses[500] ?? 0) + (statuses[503] ?? 0)
        const before = refused()
        disk!.fill()
        await until(() => refused() > before, 'a full disk is noticed', 360_000)
        await sleep(DISK_FULL_MS)
        disk!.free()
        await until(api.isReady, 'the shop is ready again', 180_000)
        return `disk full: ${refused() - before} requests refused`
      },
  }
}

/** One of each fault that takes seconds. */
export const fewFaults =
  (stage: Stage, sell: Sell) =>
  ({ present: [first], older }: Fleet): readonly Fault[] => {
    const all = faultsOf(stage)
    return [
      { at: 0.1, what: all.killApi },
      { at: 0.2, what: all.pauseDatabase(3_000) },
      { at: 0.3, what: all.upgrade(older, sell) },
      { at: 0.4, what: all.backUp },
      { at: 0.6, what: all.restore },
      { at: 0.65, what: all.copyProfile(first!, () => sell(first!)) },
      { at: 0.8, what: all.oldProfile(first!, () => sell(first!)) },
    ]
  }

export const allFaults =
  (stage: Stage, sell: Sell) =>
  ({ present: [first], older, browsers, seen }: Fleet): readonly Fault[] => {
    const all = faultsOf(stage)
    return [
      { at: 0.1, what: all.killApi },
      { at: 0.2, what: all.pauseDatabase(20_000) },
      { at: 0.3, what: all.killApi },
      // Before the backup: no till keeps what an unsigned build has sent, so it could not be sent again.
      { at: 0.4, what: all.upgrade(older, sell, browsers) },
      { at: 0.45, what: all.backUp },
      { at: 0.5, what: all.killDatabase },
      { at: 0.6, what: all.restore },
      { at: 0.65, what: all.copyProfile(first!, () => sell(first!)) },
      { at: 0.7, what: all.fillDisk(seen) },
      { at: 0.8, what: all.oldProfile(first!, () => sell(first!)) },
      { at: 0.9, what: all.killApi },
    ]
  }
