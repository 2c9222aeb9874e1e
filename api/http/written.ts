declare const reply: unique symbol

/**
 * The reply to a GET as JSON text. It stands for what `Reply` describes, and saves making objects of rows only to write
 * them out again.
 */
export type Written<Reply> = string & { readonly [reply]: Reply }

export const written = <Reply>(text: string): Written<Reply> => text as Written<Reply>
