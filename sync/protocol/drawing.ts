import type { EndpointName } from './endpoints.ts'

/** Gives a public GET's reply as nobody in particular would get it. @throws an error with the reply's `status` */
export type Read = (name: EndpointName, params: object | null, query: object | null) => Promise<unknown>

/** A page as the built screens draw it on the server. */
export interface Drawing {
  /** 404: there is no such page, or what it is about is not there. */
  status: 200 | 404
  /** What it is called, without the shop's name. */
  title: string | null
  /** One sentence for who searches the web; null: this page is not for search engines, and the browser draws it. */
  description: string | null
  /** What stands in #root; empty where the browser draws it. */
  html: string
  /** The path of the screen that was drawn, which is another where what the page is about is missing. */
  path: string
  /** The screen's name in screens.json. */
  screen: string | null
  /** What was read to draw it, for the page's own queries: by their keys. */
  replies: [key: readonly unknown[], reply: unknown][]
}

/** What the server's half of a build exports. `address`: path and search. */
export type Draw = (address: string, read: Read) => Promise<Drawing>
