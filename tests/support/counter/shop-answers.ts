import { act, cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import '#tests/support/server/locks.ts'
import { queries } from '#pwa/lib/queries.ts'
import { forget } from '#pwa/session/session.ts'
import type { User } from '#sync/protocol/staff/person.ts'

// The next test begins with an empty page, nobody signed in, and no reply from a shop.
afterEach(() => {
  cleanup()
  act(forget)
  queries.clear()
  vi.unstubAllGlobals()
})

export interface Call {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

/** Replaces the network: `answer` answers each call, and the result lists them. */
export function shopThatAnswers(answer: (call: Call) => Response | Promise<Response>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const call = {
      url,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: String(init.body ?? ''),
    }
    calls.push(call)
    return answer(call)
  })
  return calls
}

export const json = (body: unknown, status = 200) => Response.json(body, { status })

export const aUser = (changes: Partial<User> = {}): User => ({
  id: 7,
  name: 'Ama Mensah',
  email: 'ama@shop.test',
  phone: null,
  role_code: 'MANAGER',
  status_code: 'ACTIVE',
  role: { id: 3, name: 'Manager' },
  ...changes,
})
