import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchPublic, NotFetched, type Network } from '#api/import/fetch-public.ts'
import { isPublic } from '#api/import/public-address.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-fetch-'))
const path = join(folder, 'picture')
const OPEN = '93.184.216.34'
const SECRET = 'what only this machine may read'

/** A server of this network. It hears whatever is dialled, whichever address that was. */
let server: Server
let redirect = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: redirect }).end()
    else if (request.url === '/missing') response.writeHead(404).end()
    else if (request.url === '/said-large') response.writeHead(200, { 'content-length': 11 * 1024 * 1024 }).end()
    else if (request.url === '/silent') return
    else if (request.url === '/trickling') return void trickle(response)
    else if (request.url === '/large') for (let i = 0; i < 12; i++) response.write(Buffer.alloc(1024 * 1024))
    else response.end(SECRET)
    if (request.url === '/large') response.end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

/** A byte now and then, for ever. */
function trickle(response: ServerResponse): void {
  const beat = setInterval(() => response.write('.'), 20)
  response.once('close', () => clearInterval(beat))
}

/** Names answer with these addresses, one list after the other, the last again and again. */
function network(...answers: string[][]): Network & { dialled: string[] } {
  const dialled: string[] = []
  let asked = 0
  return {
    dialled,
    resolve: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)]!),
    dial: address => {
      dialled.push(address)
      return connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
    },
  }
}
beforeEach(() => {
  rmSync(path, { force: true })
})

const CLOSED = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.8.9.10',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:93.184.216.34',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::1',
  '100::1',
  '3fff::1',
  'shop.example',
  '',
]

describe('an address', () => {
  test.each(CLOSED)('%j is private', address => expect(isPublic(address)).toBe(false))
  test.each([
    OPEN,
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '192.167.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4009::200e',
  ])('%s is public', address => expect(isPublic(address)).toBe(true))
})

describe('a public file', () => {
  test('is fetched from the address that was checked', async () => {
    const net = network([OPEN])
    await fetchPublic('http://cdn.example/a.jpg', path, net)
    expect([net.dialled, readFileSync(path, 'utf8')]).toEqual([[OPEN], SECRET])
  })

  test.each(CLOSED.filter(address => address.includes('.') || address.includes(':')))(
    'is not asked of %s, which a name may lead to',
    async address => {
      const net = network([OPEN, address])
      await expect(fetchPublic('http://cdn.example/a.jpg', path, net)).rejects.toThrow(NotFetched)
      expect(net.dialled).toEqual([])
    },
  )

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://cdn.example:8080/a.jpg',
    'http://cdn.example:22/',
    'https://cdn.example:80/',
    'ftp://cdn.example/',
    'file:///etc/passwd',
    'http://user:secret@cdn.example/',
    'nonsense',
  ])('is refused as %s', async address => {
    const net = network([OPEN])
    await expect(fetchPublic(address, path, net)).rejects.toThrow(NotFetched)
    expect(net.dialled).toEqual([])
  })

  test('is not fetched where a name points the second time: it is looked up once', async () => {
    const net = network([OPEN], ['127.0.0.1'])
    await fetchPublic('http://rebind.example/a.jpg', path, net)
    expect(net.dialled).toEqual([OPEN])
  })

  test('control: is fetched from the second address when the name is looked up again', async () => {
    const net = network([OPEN], ['127.0.0.1'])
    const reached: string[] = []
    const again: Network['dial'] = (_, __, host) =>
      connect({
        host,
        port: (server.address() as AddressInfo).port,
        lookup: async (name, ___, answer) => {
          const [address] = await net.resolve(name)
          reached.push(address!)
          answer(null, [{ address: address!, family: 4 }])
        },
      })
    await fetchPublic('http://rebind.example/a.jpg', path, { ...net, dial: again })
    expect([reached, readFileSync(path, 'utf8')]).toEqual([['127.0.0.1'], SECRET])
  })

  test.each([
    'http://127.0.0.1/',
    'http://cdn.example:8080/',
    'file:///etc/passwd',
    'http://[::1]/',
    'http://other.example/a.jpg',
    '//other.example/a.jpg',
    'http://cdn.example.other.example/a.jpg',
  ])('is not fetched through a redirect, %s', async target => {
    redirect = target
    const net = network([OPEN])
    await expect(fetchPublic('http://cdn.example/redirect', path, net)).rejects.toThrow(NotFetched)
    expect(net.dialled).toEqual([OPEN])
  })

  test('may be redirected by its own host a few times, each checked', async () => {
    redirect = '/a.jpg'
    const net = network([OPEN], ['8.8.8.8'])
    await fetchPublic('http://cdn.example/redirect', path, net)
    expect(net.dialled).toEqual([OPEN, '8.8.8.8'])
    redirect = '/redirect'
    await expect(fetchPublic('http://cdn.example/redirect', path, network([OPEN]))).rejects.toThrow('too often')
  })

  test('is at most 10 MB, whatever it declares', async () => {
    for (const way of ['/said-large', '/large'])
      await expect(fetchPublic(`http://cdn.example${way}`, path, network([OPEN]))).rejects.toThrow('larger than 10 MB')
    expect(statSync(path).size).toBeLessThan(11 * 1024 * 1024)
  })

  test.each(['/silent', '/trickling', 'a name that nobody answers for'])('has 20 seconds in all: %s', async way => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const given = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => timeout(ms / 100))
    const net = way.startsWith('/')
      ? network([OPEN])
      : { ...network([OPEN]), resolve: () => new Promise<string[]>(() => {}) }
    await expect(fetchPublic(`http://cdn.example${way.startsWith('/') ? way : ''}`, path, net)).rejects.toThrow(
      'takes too long',
    )
    expect(given.mock.calls).toEqual([[20_000]])
    given.mockRestore()
  })

  test('is reported when missing', async () => {
    await expect(fetchPublic('http://cdn.example/missing', path, network([OPEN]))).rejects.toThrow('answered 404')
    await expect(
      fetchPublic('http://cdn.example/', path, {
        ...network([OPEN]),
        resolve: () => Promise.reject(new Error('ENOTFOUND')),
      }),
    ).rejects.toThrow('does not exist')
  })
})
