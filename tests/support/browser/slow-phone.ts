import type { Page } from 'playwright-core'

/** A cheap phone of 390 px, without animations. */
export const SLOW_PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce' as const,
}

/** From now on the page has a slow network: 150 ms to the shop, 1.6 Mbit/s down and 0.75 up, as on 3G. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  })
}

/** What a page complains of; a refusal by the shop is an answer. */
export function complaintsOf(page: Page): string[] {
  const said: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' && !/the server responded with a status of (400|409|422)/.test(message.text()))
      said.push(message.text())
  })
  page.on('pageerror', error => said.push(error.message))
  return said
}
