import type { Tablet } from '#tests/support/counter/tablet.ts'

/** Finds a till's worker; the returned function sends it the browser's `sync` event. */
export async function aSyncEvent(tablet: Tablet, { lastChance = false } = {}): Promise<() => Promise<unknown>> {
  const devtools = await tablet.devtools()
  const { origin } = new URL(tablet.page.url())
  const found = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations) if (scopeURL.startsWith(origin)) resolve(registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  return () => devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance })
}
