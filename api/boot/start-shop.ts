import type { RequestListener } from 'node:http'
import { isIP } from 'node:net'
import { ensureBuild } from '#api/builds/build.ts'
import { claim } from '#api/boot/claim.ts'
import { bringUpDatabase } from '#api/db/bring-up.ts'
import { env, jwtSecret } from '#api/env.ts'
import { openInnerDoor } from '#api/boot/inner-door.ts'
import { onStop } from '#api/boot/lifetime.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { createShopServer, listen } from '#api/boot/serve.ts'
import { warningOfKey } from '#api/operations/backup-key.ts'
import { emptyIncoming } from '#api/uploads/incoming.ts'

const LOGINS = [
  ['owner@shop.test', 'SUPER_ADMINISTRATOR'], ['admin@shop.test', 'ADMINISTRATOR'], ['manager@shop.test', 'MANAGER'], ['customer@shop.test', 'CUSTOMER'],
]

/** `npm start`: database, migrations, seed, pages, server. Returns when the shop is open. */
export async function startShop(): Promise<void> {
  await prepareShop()
  // Kept apart from the database's start, because two at once take longer on a small machine than one after the other.
  const took = await ensureBuild(env.buildsDir)
  console.log(took === null ? 'The pages are built already.' : `Built the pages in ${(took / 1000).toFixed(1)} s.`)
  await listen(createShopServer(await openApp()))
  announce()
  await finishDemo()
}

/** The application, with what happens in the background while it is open. */
export async function openApp(): Promise<RequestListener> {
  const letIn = await openInnerDoor()
  const { createApp } = await import('#api/app.ts')
  const answer = createApp().callback()
  letIn(answer)
  const { keepShop } = await import('#api/boot/keep-shop.ts')
  onStop(keepShop())
  const { keepWorking } = await import('#api/jobs/work-jobs.ts')
  const { jobKinds } = await import('#api/job-kinds.ts')
  onStop(keepWorking(jobKinds))
  return answer
}

/** Starts what the demo shop still lacks when it opens. */
export async function finishDemo(): Promise<void> {
  if (!env.demo) return
  const { finishPictures } = await import('#api/demo/finish-pictures.ts')
  void finishPictures(env.dataDir)
}

/** Everything that has to stand before the first request, apart from the pages. */
export async function prepareShop(): Promise<void> {
  if (!await claim(env.dataDir)) throw new Refusal(`The shop is running already in ${env.dataDir} (DATA_DIR). Stop it first, or give this one a DATA_DIR of its own.`)
  jwtSecret()
  await emptyIncoming()
  await bringUpDatabase()
  const { db } = await import('#api/db/database.ts')
  onStop(() => db.close())
  const { settleEmails } = await import('#api/auth/settle-emails.ts')
  for (const named of await settleEmails()) console.warn(`Warning: ${named}`)
  const { guardChanges } = await import('#api/audit/guard-changes.ts')
  await guardChanges()
  const { flushViews } = await import('#api/catalogue/views.ts')
  onStop(flushViews)
  const { keepSending } = await import('#api/mail/send-mails.ts')
  onStop(keepSending())
  const { seedReference, seedDemo } = await import('#api/demo/seed.ts')
  await seedReference()
  if (env.demo) await seedDemo(env.dataDir)
}

/** Says where the shop is, and what its visitors must know. */
export function announce(): void {
  console.log(`\nThe shop is open at ${env.shopUrl}`)
  if (env.demo) for (const [email, role] of LOGINS) console.log(`  ${email!.padEnd(20)} Demo-1234  ${role}`)
  const warning = env.backups.at ? warningOfKey() : null
  if (warning) console.warn(warning)
  if (!env.tls && !isLocal(env.host) && !env.shopUrl.startsWith('https:')) {
    console.warn('This is plain http beyond this computer: tills and installing need https. Set TLS_CERT and TLS_KEY, or put a proxy with https in front and its address into SHOP_URL.')
  }
}

const isLocal = (host: string) => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
