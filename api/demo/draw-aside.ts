import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { isStopping, onStop } from '#api/boot/lifetime.ts'
import type { Draw, Drawing, StoredPicture } from '#api/demo/drawing.ts'

/**
 * Draws in a separate process that ends with the last picture, so that its memory is freed.
 * @throws Error if that process fails
 */
export const drawAside: Draw = async (drawing, tell) => {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'draw-pictures'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onStop(() => child.kill())
  const ended = new Promise(resolve => child.on('error', resolve).on('close', resolve))
  child.stdin.on('error', () => {}).end(JSON.stringify(drawing))
  for await (const line of createInterface({ input: child.stdout })) {
    const [key, picture] = JSON.parse(line) as [string, StoredPicture]
    await tell(key, picture)
  }
  const code = await ended
  if (code !== 0 && !isStopping()) throw new Error(`The process that draws ended with ${String(code)}.`)
}

/** That process: reads from its input what to draw, and writes a line for each picture. */
export async function drawPicturesCommand(): Promise<void> {
  const drawing = JSON.parse(await text(process.stdin)) as Drawing
  // The shop may be open at the same time.
  if (drawing.atOnce === 1) setPriority(constants.priority.PRIORITY_LOW)
  const { drawAll } = await import('#api/demo/draw-all.ts')
  await drawAll(drawing, (...drawn) => process.stdout.write(`${JSON.stringify(drawn)}\n`))
}
