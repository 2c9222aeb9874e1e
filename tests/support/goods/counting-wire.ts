import { connect, createServer, type AddressInfo } from 'node:net'

/** A wire to a port that knows what came back over it, headers and all. */
export type Wire = Awaited<ReturnType<typeof countingWire>>

export async function countingWire(target: number) {
  let bytes = 0
  const server = createServer(socket => {
    const onward = connect(target, '127.0.0.1')
    onward
      .on('data', chunk => {
        bytes += chunk.length
      })
      .pipe(socket)
      .on('error', () => onward.destroy())
    socket.pipe(onward).on('error', () => socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    start: () => {
      bytes = 0
    },
    bytes: () => bytes,
    close: () => void server.close(),
  }
}
