// Draws pages in a thread of its own, by the code of a build; what it reads comes from the program's first thread.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

const { draw } = await import(workerData)
const LOW = 10
// Elsewhere this would slow the whole program. There, requests come before drawing.
if (process.platform === 'linux') setPriority(LOW)

const waiting = new Map()
let asked = 0

parentPort.on('message', message => ('address' in message ? void answer(message) : hear(message)))

async function answer({ id, address, isNobody }) {
  const read = (name, params, query) =>
    new Promise((resolve, reject) => {
      asked += 1
      waiting.set(asked, { resolve, reject })
      parentPort.postMessage({ id, asked, name, params, query })
    })
  try {
    parentPort.postMessage({ id, drawing: await draw(address, { isNobody, read }) })
  } catch (error) {
    parentPort.postMessage({ id, failed: { message: error?.message, stack: error?.stack, status: error?.status } })
  }
}

function hear({ asked: number, reply, failed }) {
  const { resolve, reject } = waiting.get(number)
  waiting.delete(number)
  if (failed) reject(Object.assign(new Error(failed.message), failed))
  else resolve(reply)
}
