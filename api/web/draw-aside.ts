import { Worker } from 'node:worker_threads'
import type { Asker, Draw, Drawing } from '#sync/protocol/shop/drawing.ts'
import type { EndpointName } from '#sync/protocol/endpoints.ts'

/** A thread that nobody asks is memory for nothing. */
const IDLE_MS = 60_000
/** A page that takes longer never ends. */
const PATIENCE_MS = 10_000
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
const PROGRAM = new URL('./draw-thread.mjs', import.meta.url)

interface Failure {
  message: string
  stack?: string
  status?: number
}
interface Drawn {
  id: number
  drawing: Drawing
}
interface Failed {
  id: number
  failed: Failure
}
interface Wish {
  id: number
  asked: number
  name: EndpointName
  params: object | null
  query: object | null
}

interface Order {
  asker: Asker
  resolve: (drawing: Drawing) => void
  reject: (error: Error) => void
}

/** Draws with the code at this address, in a thread of its own: a page takes longer than any request may wait. */
export function drawAside(code: string): Draw {
  let thread: Thread | null = null
  return (address, asker) => {
    thread ??= openThread(code, () => {
      thread = null
    })
    return thread.draw(address, asker)
  }
}

interface Thread {
  draw: Draw
}

function openThread(code: string, ended: () => void): Thread {
  const orders = new Map<number, Order>()
  const worker = new Worker(PROGRAM, { workerData: code, execArgv: [], resourceLimits: LIMITS })
  let count = 0
  let idle: NodeJS.Timeout | undefined
  let isOver = false

  const end = (error: Error) => {
    if (isOver) return
    isOver = true
    ended()
    clearTimeout(idle)
    void worker.terminate()
    for (const { reject } of orders.values()) reject(error)
    orders.clear()
  }
  const take = (id: number) => {
    const order = orders.get(id)
    orders.delete(id)
    if (orders.size === 0) {
      worker.unref()
      idle = setTimeout(end, IDLE_MS, new Error('Nobody asks for pages.')).unref()
    }
    return order
  }

  worker.on('message', (message: Drawn | Failed | Wish) => {
    if ('drawing' in message) take(message.id)?.resolve(message.drawing)
    else if ('failed' in message) take(message.id)?.reject(errorOf(message.failed))
    else void answer(message)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread that draws pages has ended.')))
  worker.unref()

  async function answer({ id, asked, name, params, query }: Wish): Promise<void> {
    const order = orders.get(id)
    if (!order) return
    const answered = await order.asker.read(name, params, query).then(
      reply => ({ asked, reply }),
      (error: Error) => ({ asked, failed: failureOf(error) }),
    )
    worker.postMessage(answered)
  }

  return {
    draw: (address, asker) =>
      new Promise<Drawing>((resolve, reject) => {
        clearTimeout(idle)
        worker.ref()
        const id = (count += 1)
        const late = setTimeout(end, PATIENCE_MS, new Error(`The page was not drawn within ${PATIENCE_MS} ms.`))
        const settled = <T>(tell: (value: T) => void) => {
          return (value: T) => {
            clearTimeout(late)
            tell(value)
          }
        }
        orders.set(id, { asker, resolve: settled(resolve), reject: settled(reject) })
        worker.postMessage({ id, address, isNobody: asker.isNobody })
      }),
  }
}

const failureOf = ({ message, stack, status }: Error & { status?: number }): Failure => ({
  message,
  ...(stack !== undefined && { stack }),
  ...(status !== undefined && { status }),
})

const errorOf = (failure: Failure) => Object.assign(new Error(failure.message), failure)
