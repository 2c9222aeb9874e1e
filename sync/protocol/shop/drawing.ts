import type { EndpointName } from '../endpoints.ts'

/** Gives a public GET's reply as nobody in particular would get it. @throws an error with the reply's `status` */
export type Read = (name: EndpointName, params: object | null, query: object | null) => Promise<unknown>

/** A page as the built screens draw it on the server. */
export interface Drawing {
  /** 404: there is no such page, or what it is about is not there. */
  status: 200 | 404
  /** What it is called, without the shop's name. */
  title: string | null
  /** One sentence on what it is. */
  description: string | null
  /**
   * Whom the server drew it for; null: the browser draws it. Only what is drawn for everybody is for search engines.
   * Nobody: who has no session. Somebody: who may have one; they are given the page's frame, since what a session shows
   * never stands in HTML. Holder: who has the page's address, which is a key.
   */
  drawn_for: 'everybody' | 'nobody' | 'somebody' | 'holder' | null
  /** What stands in #root; empty where the browser draws it. */
  html: string
  /** The path of the screen that was drawn, which is another where what the page is about is missing. */
  path: string
  /** The names in screens.json of the screens that were drawn, the outer first. */
  screens: string[]
  /** What was read to draw it, for the page's own queries: by their keys. */
  replies: [key: readonly unknown[], reply: unknown][]
}

/** Who asks for a page: `isNobody` is sure that there is no session, and `read` asks for what the page shows. */
export interface Asker {
  isNobody: boolean
  read: Read
}

/** What the server's half of a build exports. `address`: path and search. */
export type Draw = (address: string, asker: Asker) => Promise<Drawing>
