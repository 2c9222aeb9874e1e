import { isStopping, stopOnSignals, stopWith } from '#api/boot/lifetime.ts'
import { Refusal } from '#api/boot/refusal.ts'

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  start: async () => (await import('#api/boot/start-shop.ts')).startShop(),
  precompress: async ([dir]) => (await import('#api/builds/precompress.ts')).precompress(dir!),
  'draw-pictures': async () => (await import('#api/demo/draw-aside.ts')).drawPicturesCommand(),
  'fill-index': async ([many]) => (await import('#api/catalogue-index/fill-aside.ts')).fillIndexCommand(Number(many)),
  dev: async () => (await import('#api/boot/dev.ts')).startDevelopment(),
  'dev-server': async () => (await import('#api/boot/dev.ts')).serveDevelopment(),
  user: async args => (await import('#api/staff/make-user-command.ts')).makeUserCommand(args),
  'new-key': async () => (await import('#api/boot/jwt-secret.ts')).newKeyCommand(),
  backup: async args => (await import('#api/operations/backup-command.ts')).backupCommand(args),
  restore: async args => (await import('#api/operations/backup-command.ts')).restoreCommand(args),
  audit: async args => (await import('#api/seal/audit-command.ts')).auditCommand(args),
  test: async args => (await import('#api/boot/suites.ts')).runTests(args),
  'test-all': async () => (await import('#api/boot/suites.ts')).runAllTests(),
  faults: async args => (await import('#api/boot/suites.ts')).runFaults(args),
  check: async () => (await import('#api/boot/suites.ts')).runChecks(),
  pictures: async args => (await import('#api/boot/suites.ts')).takePictures(args),
  bench: async args => (await import('#api/boot/suites.ts')).runBenchmarks(args),
}

const [name = 'start', ...args] = process.argv.slice(2)
const command = COMMANDS[name]
stopOnSignals()
try {
  if (!command) throw new Refusal(`There is no command '${name}'. Choose from: ${Object.keys(COMMANDS).join(', ')}.`)
  await command(args)
} catch (error) {
  if (!isStopping()) console.error(error instanceof Refusal ? error.message : error)
  await stopWith(1)
}
