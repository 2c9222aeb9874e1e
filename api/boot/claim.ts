import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onStop } from '#api/boot/lifetime.ts'
import { Refusal } from '#api/boot/refusal.ts'

/**
 * Claims DATA_DIR for this process until it ends, however it ends. False if another process has it.
 * @throws {Refusal} if the folder cannot be created
 */
export function claim(dataDir: string): Promise<boolean> {
  const server = createServer(connection => connection.destroy())
  server.unref()
  onStop(() => server.close())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(claimName(makeDataDir(dataDir)), () => resolve(true))
  })
}

function makeDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return realpathSync(dataDir)
  } catch (error) {
    throw new Refusal(`DATA_DIR cannot be used: ${(error as Error).message}.`)
  }
}

// The kernel gives an abstract socket to one process and frees it even after SIGKILL, so no lock file can go stale.
// Outside Linux a TCP port does the same, because a socket file would outlive its owner.
function claimName(dataDir: string) {
  const digest = createHash('sha256').update(dataDir).digest()
  if (process.platform === 'linux') return { path: `\0selvedge-${digest.toString('hex')}` }
  if (process.platform === 'win32') return { path: join('\\\\.\\pipe', `selvedge-${digest.toString('hex')}`) }
  return { port: 10_240 + (digest.readUInt16BE() % 22_528), host: '127.0.0.1', exclusive: true }
}
