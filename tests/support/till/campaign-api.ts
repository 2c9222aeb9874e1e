import { createApp } from '#api/app.ts'
import { onStop, stopOnSignals } from '#api/boot/lifetime.ts'
import { createShopServer, listen } from '#api/boot/serve.ts'
import { keepDoing } from '#api/jobs/keep-doing.ts'
import { sealBooks } from '#api/seal/seal-books.ts'

/** Longer than any transaction, even if the database stops for 20 seconds during it. */
const SEAL_LAG_SECONDS = 55

// Run by tests/support/till/campaign-server.ts, which holds stdin open: when the test ends, this ends.
process.stdin.on('end', () => process.exit()).resume()
stopOnSignals()
onStop(keepDoing([{ what: 'seal of the books', work: () => sealBooks(SEAL_LAG_SECONDS) }], 2_000))
await listen(createShopServer(createApp().callback()))
