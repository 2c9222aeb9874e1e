import { createApp } from '#api/app.ts'
import { stopOnSignals } from '#api/boot/lifetime.ts'
import { createShopServer, listen } from '#api/boot/serve.ts'

// Run by tests/support/campaign-server.ts, which holds stdin open: when the test ends, this ends.
process.stdin.on('end', () => process.exit()).resume()
stopOnSignals()
await listen(createShopServer(createApp().callback()))
