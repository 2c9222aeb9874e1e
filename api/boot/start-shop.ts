import type { RequestListener } from 'node:http'
import { ensureBuild } from '#api/builds/build.ts'
import { claim } from '#api/boot/claim.ts'
import { drawAside } from '#api/demo/draw-aside.ts'
import { bringUpDatabase } from '#api/db/bring-up.ts'
import { env } from '#api/env.ts'
import { giveBackMemory } from '#api/boot/give-back.ts'
import { openInnerDoor } from '#api/boot/inner-door.ts'
import { jwtSecret } from '#api/boot/jwt-secret.ts'
import { onStop } from '#api/boot/lifetime.ts'
import { isReachable, plainTextWarning, refuseOpenDemo } from '#api/boot/public-start.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { createShopServer, listen } from '#api/boot/serve.ts'
import { warningOfKey } from '#api/operations/backup-key.ts'
import { emptyIncoming } from '#api/uploads/incoming.ts'

const LOGINS = [
  ['owner@shop.test', 'SUPER_ADMINISTRATOR'],
  ['admin@shop.test', 'ADMINISTRATOR'],
  ['manager@shop.test', 'MANAGER'],
  ['customer@shop.test', 'CUSTOMER'],
]

/** `npm start`: database, migrations, seed, pages, server. Returns when the shop is open. */
export async function startShop(): Promise<void> {
  await prepareShop(loadApp)
  // Not beside the database's start: on a small machine two at once take longer than one after the other.
  const took = await ensureBuild(env.buildsDir)
  console.log(took === null ? 'The pages are built already.' : `Built the pages in ${(took / 1000).toFixed(1)} s.`)
  await listen(createShopServer(await openApp()))
  announce()
  giveBackMemory()
  await finishDemo()
}

const loadApp = () => import('#api/app.ts')

/** The application and its background work. */
export async function openApp(): Promise<RequestListener> {
  const letIn = await openInnerDoor()
  const { createApp } = await loadApp()
  const answer = createApp().callback()
  letIn(answer)
  const { keepShop } = await import('#api/boot/keep-shop.ts')
  onStop(keepShop())
  const { keepWorking } = await import('#api/jobs/work-jobs.ts')
  const { jobKinds } = await import('#api/job-kinds.ts')
  onStop(keepWorking(jobKinds))
  return answer
}

/** Creates what the demo shop still lacks once it is open. */
export async function finishDemo(): Promise<void> {
  if (!env.demo) return
  const { finishPictures } = await import('#api/demo/finish-pictures.ts')
  void finishPictures(env.dataDir, drawAside)
}

/** Everything the first request needs, except the pages. `meanwhile` runs while the database starts. */
export async function prepareShop(meanwhile?: () => Promise<unknown>): Promise<void> {
  refuseOpenDemo(env)
  if (!(await claim(env.dataDir)))
    throw new Refusal(
      `The shop is running already in ${env.dataDir} (DATA_DIR). Stop it first, or give this one a DATA_DIR of its own.`,
    )
  jwtSecret()
  await emptyIncoming()
  await bringUpDatabase(meanwhile)
  const { db } = await import('#api/db/database.ts')
  onStop(() => db.close())
  const { closeTries } = await import('#api/http/tries-store.ts')
  onStop(closeTries)
  const { settleEmails } = await import('#api/auth/settle-emails.ts')
  for (const named of await settleEmails()) console.warn(`Warning: ${named}`)
  const { guardChanges } = await import('#api/audit/guard-changes.ts')
  await guardChanges()
  const { flushViews } = await import('#api/catalogue/views.ts')
  onStop(flushViews)
  const { flushVain } = await import('#api/search/vain-searches.ts')
  onStop(flushVain)
  const { keepSending } = await import('#api/mail/send-mails.ts')
  onStop(keepSending())
  const { seedReference, seedDemo } = await import('#api/demo/seed.ts')
  await seedReference()
  if (env.demo) await seedDemo(env.dataDir, drawAside)
  if (isReachable(env) && !env.publicDemo) await refuseDemoLogins()
}

/** A shop that began as a demo may still have the demo's users. */
async function refuseDemoLogins(): Promise<void> {
  const { DEMO_PASSWORD, openDemoLogins } = await import('#api/demo/demo-logins.ts')
  const open = await openDemoLogins()
  if (open.length > 0)
    throw new Refusal(
      `Others can reach this shop, and ${open.join(', ')} can sign in with the demo's password, ${DEMO_PASSWORD}, which everybody knows. Start it with HOST=127.0.0.1, give them other passwords or deactivate them, and start again.`,
    )
}

/** Prints where the shop is, and what its visitors must know. */
export function announce(): void {
  console.log(`\nThe shop is open at ${env.shopUrl}`)
  if (env.demo) for (const [email, role] of LOGINS) console.log(`  ${email!.padEnd(20)} Demo-1234  ${role}`)
  for (const warning of [env.backups.at ? warningOfKey() : null, plainTextWarning(env)])
    if (warning) console.warn(warning)
}
