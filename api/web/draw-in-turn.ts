/** Reads of one page are under way while another is rendered. */
const AT_ONCE = 4
const MOST_WAITING = 32
const PATIENCE_MS = 1_500

let running = 0
const waiting: (() => void)[] = []

/** The server is too busy to render: the browser does it. */
export class TooBusy extends Error {}

/** Renders when there is room: few at once, in turn. @throws {TooBusy} if too many wait, or for too long */
export async function drawInTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else await turn()
  try {
    return await draw()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Waits for the place of one that has ended. */
function turn(): Promise<void> {
  if (waiting.length >= MOST_WAITING) throw new TooBusy()
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(late)
      resolve()
    }
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new TooBusy())
    }, PATIENCE_MS)
    waiting.push(begin)
  })
}
