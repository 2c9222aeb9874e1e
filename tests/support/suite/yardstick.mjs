// A fixed piece of work, to tell how slow this machine is right now. Plain JavaScript, since `.ci/run` asks before
// anything is installed.
const TIMES = 12
/** Made when it is needed: nearly every test imports this, and few measure. */
let text = ''

export const USUAL_MS = 500

export function fixedWork() {
  text ||= JSON.stringify(Array.from({ length: 100_000 }, (_, i) => ({ [`n${i % 50}`]: `${i}` })))
  return JSON.parse(text)
}

export function yardstick() {
  fixedWork()
  const began = performance.now()
  for (let times = 0; times < TIMES; times += 1) fixedWork()
  return performance.now() - began
}
