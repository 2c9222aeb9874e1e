import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { link, words } from '#api/mail/letter.ts'
import type { Post } from '#api/mail/post-mail.ts'
import { aShop } from '#tests/support/people/letter-facts.ts'
import { partOf } from '#tests/support/people/letters.ts'

/** A mail server that takes every letter but those to nobody@. */
const taken: { to: string; message: string }[] = []
const server = createServer(socket => {
  let [waiting, to, isLetter] = ['', '', false]
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT') to = /<([^>]+)>/.exec(line)![1]!
    if (command === 'RCPT' && to.startsWith('nobody@')) return say('550 No such mailbox')
    isLetter = command === 'DATA'
    say(isLetter ? '354 Go on' : command === 'QUIT' ? '221 Bye' : '250 Yes')
  }
  socket
    .on('error', () => {})
    .on('data', chunk => {
      waiting += chunk.toString('utf8')
      for (
        let end = waiting.indexOf(isLetter ? '\r\n.\r\n' : '\r\n');
        end >= 0;
        end = waiting.indexOf(isLetter ? '\r\n.\r\n' : '\r\n')
      ) {
        const heard = waiting.slice(0, end)
        waiting = waiting.slice(end + (isLetter ? 5 : 2))
        if (!isLetter) hear(heard)
        else {
          taken.push({ to, message: heard })
          isLetter = false
          say('250 Kept')
        }
      }
    })
  say('220 mail.test')
})

let post: Post
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Without this, a file that this thread ran before decides: modules are shared, and they read the address once.
  vi.resetModules()
  process.env.SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  post = (await import('#api/mail/post-mail.ts')).postMail
})
beforeEach(() => {
  taken.length = 0
})
afterAll(() => {
  delete process.env.SMTP_URL
  vi.resetModules()
  server.close()
})

const send = (to: string) =>
  post(
    {
      id: 7,
      once_key: 'order-5-ready',
      to,
      letter: {
        subject: 'Your denim ₵',
        title: 'It is ready.',
        pieces: [words('Come by.'), link('See it', 'https://shop.test/x')],
      },
    },
    aShop(),
  )

test('sends a letter as text and HTML, and repeats it as the same message', async () => {
  for (let times = 0; times < 2; times++) await send('ama@mail.test')
  const [first, again] = taken.map(({ message }) => message)
  expect(taken.map(({ to }) => to)).toEqual(['ama@mail.test', 'ama@mail.test'])
  expect(first).toMatch(/^From: Selvedge <hello@shop\.test>\r$/m)
  expect(first).toContain('multipart/alternative')
  expect(partOf(first!, 'text/plain')).toMatch(/It is ready\.[^]*Come by\.[^]*See it:\s+https:\/\/shop\.test\/x/)
  expect(partOf(first!, 'text/html')).toContain('href="https://shop.test/x"')
  const idIn = (message: string) => /^Message-ID: (\S+)\r$/m.exec(message)?.[1]
  expect([idIn(first!), idIn(again!)]).toEqual([expect.stringMatching(/^<[0-9a-f]{32}@/), idIn(first!)])
})

test('does not repeat for a recipient the server does not know', async () => {
  await expect(send('nobody@mail.test')).rejects.toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
  expect(taken).toEqual([])
})
