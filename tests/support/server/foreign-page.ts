import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A form's field: text, or a file's bytes as base64. */
export type FormField = [name: string, value: string | { name: string; type: string; base64: string }]

/** A write as a foreign page would make a browser send it; `as_form`: also as forms, which take longer than scripts. */
export interface Forgery {
  method: string
  url: string
  json: string
  fields: FormField[]
  as_form: boolean
}

/** A route's valid request, as a forgery. */
export async function aForgery({
  method,
  url,
  body,
  as_form,
}: { body: unknown } & Pick<Forgery, 'method' | 'url' | 'as_form'>): Promise<Forgery> {
  const json = typeof body === 'string' ? body : JSON.stringify(body instanceof FormData ? {} : (body ?? {}))
  const entries = body instanceof FormData ? [...body] : Object.entries(JSON.parse(json) as Record<string, unknown>)
  const fields = await Promise.all(
    entries.map(async ([name, value]): Promise<FormField> => [
      name,
      value instanceof File
        ? { name: value.name, type: value.type, base64: Buffer.from(await value.arrayBuffer()).toString('base64') }
        : String(value),
    ]),
  )
  return { method, url, json, fields, as_form }
}

/** Serves one empty page without any policy, on its own port, under every host name. */
export async function serveEmptyPage(): Promise<{ port: number; stop: () => void }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title>'),
  ).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * In the page: sends each request in every way that a browser allows, with the visitor's cookies, and waits for all.
 */
export async function sendAll(forgeries: Forgery[]): Promise<void> {
  const fileOf = ({ name, type, base64 }: { name: string; type: string; base64: string }) =>
    new File([Uint8Array.from(atob(base64), character => character.charCodeAt(0))], name, { type })

  const input = (name: string, value: FormField[1]) => {
    if (typeof value === 'string') return Object.assign(document.createElement('input'), { name, value })
    const file = Object.assign(document.createElement('input'), { name, type: 'file' })
    const chosen = new DataTransfer()
    chosen.items.add(fileOf(value))
    file.files = chosen.files
    return file
  }

  /** A form sent into a frame, so that the page stays. */
  const submit = (url: string, enctype: string, inputs: HTMLInputElement[]) =>
    new Promise<unknown>(done => {
      const frame = document.createElement('iframe')
      frame.name = `frame-${Math.random()}`
      document.body.append(frame)
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: url,
        enctype,
        target: frame.name,
      })
      form.append(...inputs)
      document.body.append(form)
      const end = () => {
        frame.remove()
        form.remove()
        done(null)
      }
      frame.addEventListener('load', end)
      setTimeout(end, 5_000)
      form.submit()
    })

  const send = async ({ method, url, json, fields, as_form }: Forgery) => {
    const ask = (body: BodyInit | null, type: string | null = null) =>
      fetch(url, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        body,
        ...(type !== null && { headers: { 'content-type': type } }),
      }).catch(() => null)
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, typeof value === 'string' ? value : fileOf(value))
    const inputs = () => fields.map(([name, value]) => input(name, value))
    const ways: Promise<unknown>[] = [
      fetch(url, { method, credentials: 'include', body: json, headers: { 'content-type': 'application/json' } }).catch(
        () => null,
      ),
    ]
    if (method === 'POST')
      ways.push(
        ask(json),
        ask(json, 'text/plain'),
        ask(new URLSearchParams(json).toString(), 'application/x-www-form-urlencoded'),
        ask(form),
        ask(null),
      )
    if (method === 'POST' && as_form)
      ways.push(
        submit(url, 'application/x-www-form-urlencoded', inputs()),
        submit(url, 'application/x-www-form-urlencoded', []),
        submit(url, 'multipart/form-data', inputs()),
        // In text/plain, the name and the value of a field join: {…,"":"="}
        submit(url, 'text/plain', [input(`${json.replace(/\}$/, json === '{}' ? '' : ',')}"":"`, '"}')]),
      )
    await Promise.all(ways)
  }
  for (let first = 0; first < forgeries.length; first += 4)
    await Promise.all(forgeries.slice(first, first + 4).map(send))
}
