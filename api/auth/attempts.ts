import { countTry } from '#api/http/tries.ts'

/** Counts a try to sign in. @throws 429 after 5 failures a minute for one e-mail, or 50 for one address, with a wait that grows */
export const attempt = (email: string, address: string) => countTry([{ key: `email ${email}`, failures: 5 }, { key: `address ${address}`, failures: 50 }])
