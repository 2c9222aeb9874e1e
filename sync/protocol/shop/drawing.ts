import type { EndpointName } from '../endpoints.ts'

/**
 * Fetches the reply of a public GET as a visitor without a session gets it. @throws an error with the reply's `status`
 */
export type Read = (name: EndpointName, params: object | null, query: object | null) => Promise<unknown>

/** A page drawn on the server by the built screens. */
export interface Drawing {
  /** 404: the page, or its subject, does not exist. */
  status: 200 | 404
  /** Its title, without the shop's name. */
  title: string | null
  description: string | null
  /**
   * Whom the server drew it for; null: the browser draws it. Search engines get only what is drawn for everybody.
   * Nobody: visitors without a session. Somebody: visitors who may have a session get the page's frame, because HTML
   * never holds what a session shows. Holder: anyone with the page's address, which is a key.
   */
  drawn_for: 'everybody' | 'nobody' | 'somebody' | 'holder' | null
  /** The contents of #root; empty if the browser draws it. */
  html: string
  /** The path of the screen that was drawn; another one if the page's subject is missing. */
  path: string
  /** The names in screens.json of the drawn screens, the outer first. */
  screens: string[]
  /** The names in screens.json of parts that load their scripts when they are nearly in view. */
  parts: string[]
  /** The replies read to draw it, by their query keys. */
  replies: [key: readonly unknown[], reply: unknown][]
}

/** The visitor: `isNobody` means certainly without a session; `read` fetches what the page shows. */
export interface Asker {
  isNobody: boolean
  read: Read
}

/** What the server half of a build exports. `address`: path and search. */
export type Draw = (address: string, asker: Asker) => Promise<Drawing>
