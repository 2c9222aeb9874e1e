declare const reply: unique symbol

/**
 * A GET's reply as JSON text. Has the shape of `Reply`, and saves building objects from rows just to serialise them.
 */
export type Written<Reply> = string & { readonly [reply]: Reply }

/** The same as UTF-8, which needs no encoding when it is sent. */
export type WrittenBytes<Reply> = Buffer & { readonly [reply]: Reply }

export const written = <Reply>(text: string): Written<Reply> => text as Written<Reply>

export const writtenBytes = <Reply>(bytes: Buffer): WrittenBytes<Reply> => bytes as WrittenBytes<Reply>
