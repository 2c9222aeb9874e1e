declare const reply: unique symbol

/**
 * A GET's reply as JSON text. Has the shape of `Reply`, and saves building objects from rows just to serialise them.
 */
export type Written<Reply> = string & { readonly [reply]: Reply }

export const written = <Reply>(text: string): Written<Reply> => text as Written<Reply>
