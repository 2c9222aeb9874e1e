import { vi } from 'vitest'

export interface SentForm {
  url: string
  fields: [name: string, value: string][]
  headers: Record<string, string>
}
interface Answer {
  status: number
  body: object
}

/**
 * Replaces the network for forms sent with progress: `answer` answers each, and the result lists them. A file is listed
 * by its name.
 */
export function formsAnswered(answer: (form: SentForm) => Answer | null | Promise<Answer | null>): SentForm[] {
  const sent: SentForm[] = []
  class Request extends EventTarget {
    upload = new EventTarget()
    status = 0
    response: unknown = null
    timeout = 0
    responseType = ''
    #form: SentForm = { url: '', fields: [], headers: {} }
    open(_method: string, url: string) {
      this.#form.url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#form.headers[name] = value
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
    send(form: FormData) {
      this.#form.fields = [...form].map(([name, value]) => [name, value instanceof File ? value.name : value])
      sent.push(this.#form)
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }))
      setTimeout(async () => {
        const reply = await answer(this.#form)
        if (!reply) return this.dispatchEvent(new Event('error'))
        this.status = reply.status
        this.response = reply.body
        this.dispatchEvent(new Event('load'))
      }, 5)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return sent
}
