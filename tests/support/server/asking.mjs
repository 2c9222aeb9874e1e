// Asks a server from a process of its own, so that the clients' work is not the server's: node asking.mjs '{"base",
// "paths", "clients", "ms", "pause", "headers"}'
const { base, path, clients, ms, pause = 0, headers = {} } = JSON.parse(process.argv[2])
const took = []
const statuses = {}
const until = performance.now() + ms

async function ask() {
  while (performance.now() < until) {
    const began = performance.now()
    const reply = await fetch(base + path.replace('RANDOM', Math.random().toString(36).slice(2)), { headers })
    await reply.arrayBuffer()
    took.push(performance.now() - began)
    if (pause) await new Promise(done => setTimeout(done, pause)) // this process needs a processor as well
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
  }
}

await Promise.all(Array.from({ length: clients }, ask))
took.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    asked: took.length,
    p50: took[Math.floor(took.length / 2)],
    p95: took[Math.floor(took.length * 0.95)],
    statuses,
  }),
)
