import { link, small, words, type Letter } from '#api/mail/letter.ts'

/** A link to set a new password. `address` works once, for an hour. */
export const resetLetter = (shop: string, name: string, address: string): Letter => ({
  subject: `${shop}: set a new password`,
  title: 'Set a new password',
  pieces: [
    words(`Hello ${name}, someone asked to reset your password. If it was you, choose a new one here:`),
    link('Choose a new password', address),
    small('The link works once, for one hour. If it was not you, ignore this email. Your password stays the same.'),
  ],
})

/** A link that confirms the address of a new account, which is deleted after `until` without it. */
export const confirmEmailLetter = ({
  shop,
  name,
  address,
  until,
}: {
  shop: string
  name: string
  address: string
  until: Date
}): Letter => ({
  subject: `${shop}: confirm your email`,
  title: 'Confirm your email',
  pieces: [
    words(
      `Hello ${name}, someone created an account at ${shop} with this email address. If it was you, confirm it here:`,
    ),
    link('Confirm my email', address),
    small(
      `If it was not you, ignore this email. An account that is not confirmed by ${until.toISOString().slice(0, 10)} is deleted, unless it has an order.`,
    ),
  ],
})

/** An invitation for a person whom staff added. `address` works once, for a week. */
export const inviteLetter = (shop: string, name: string, address: string): Letter => ({
  subject: `${shop}: your account`,
  title: 'Welcome',
  pieces: [
    words(
      `Hello ${name}, we have created an account for you at ${shop}. Choose a password, and sign in with this email address:`,
    ),
    link('Choose a password', address),
    small('The link works once, for a week. Later you can ask for a new one under "Forgot password".'),
  ],
})

/** Tells a person that their password changed, in case it was not them. */
export const passwordChangedLetter = (shop: string, name: string, address: string): Letter => ({
  subject: `${shop}: your password was changed`,
  title: 'Your password was changed',
  pieces: [
    words(`Hello ${name}, the password of your account with us was changed, and every other device was signed out.`),
    words('If it was not you, set a new password now and tell us:'),
    link('Set a new password', address),
  ],
})

/** Tells the old address that the account's email changed, in case the person did not ask for it. */
export const emailChangedLetter = (shop: string, name: string): Letter => ({
  subject: `${shop}: your email address was changed`,
  title: 'Your email address was changed',
  pieces: [
    words(
      `Hello ${name}, our staff changed the email address of your account with us. You can no longer sign in with this one.`,
    ),
    words('If you did not ask for this, contact us immediately.'),
  ],
})

/** Tells a member of staff that their sign-in changed. `what`: a sentence. */
export const secondFactorLetter = (shop: string, name: string, what: string): Letter => ({
  subject: `${shop}: your two-step verification was changed`,
  title: 'Your two-step verification was changed',
  pieces: [
    words(`Hello ${name}. ${what}`),
    words('If it was not you, change your password now and tell an administrator.'),
  ],
})

/** The last letter, after the account was erased. */
export const erasedLetter = (shop: string): Letter => ({
  subject: `${shop}: your account is erased`,
  title: 'Your account is deleted',
  pieces: [
    words(
      'As you asked, your name, email, phone, addresses, wishlist and bag are gone from our shop, and every device is signed out.',
    ),
    words(
      'Your orders stay in our books without anything that leads to you, because the law has us keep what was sold and for how much. This letter is the last one we send to this address.',
    ),
  ],
})
