/** What a shopper may be told: a variant is back in stock, a product costs less, an order is ready. */
export type AlertKind = 'STOCK' | 'PRICE' | 'READY'
export type AlertChannel = 'MAIL' | 'PUSH'

export const ALERT_KINDS: readonly AlertKind[] = ['STOCK', 'PRICE', 'READY']

/** A browser's push subscription; `key` is the public key of the shop that it expects. All but the address base64url. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
  key: string
}

/** A browser's subscription as the shop knows it, which proves that the same browser has a new one. */
export interface PushRenewal {
  old: Omit<PushAddress, 'key'>
  push: PushAddress
}

/** Where a browser keeps what it told the shop, because some browsers forget it when they renew. */
export const TOLD_PUSH = { cache: 'push-address', at: '/push-address' } as const

/** `now`: the subscription. `was`: the one that the shop still knows, while it could not be told. */
export interface ToldPush {
  now: PushAddress
  was?: PushAddress
}

export type AlertSubject = Pick<AlertAsked, 'kind' | 'subject_id'>

/** `subject_id`: a variant for STOCK, a product for PRICE, an order for READY. A guest gives an email, or a browser. */
export interface AlertAsked {
  kind: AlertKind
  subject_id: number
  email?: string
  push?: PushAddress
}

export interface OwnAlert {
  id: number
  kind: AlertKind
  subject_id: number
  by: AlertChannel
  /** false: the letter with the link to confirm is on its way. */
  is_confirmed: boolean
  name: string
  path: string
}

/** A push message as the service worker gets it. `off`: the token that turns off all messages to this browser. */
export interface Notice {
  title: string
  body: string
  path: string
  tag: string
  off: string
}

/** A push message's text as a notice; null if it is not one, or leads to another site. */
export function readNotice(text: string): Notice | null {
  let notice: unknown
  try {
    notice = JSON.parse(text)
  } catch {
    return null
  }
  const { title, body, path, tag, off } = Object(notice) as Partial<Record<keyof Notice, unknown>>
  const isWhole = [title, body, path, tag, off].every(part => typeof part === 'string')
  return isWhole && /^\/(?![/\\])/.test(path as string) ? (notice as Notice) : null
}
