import { link, small, words, type Letter, type LetterPicture, type OffLinks, type Piece } from '#api/mail/letter.ts'
import { formatCedis } from '#sync/protocol/money.ts'

interface About {
  shop: string
  /** Of the product or variant. */
  name: string
  off: OffLinks
}

/** Asks whether the owner of the address wants to be told. */
export const confirmAlertLetter = ({ shop, name, confirm, off }: About & { confirm: string }): Letter => ({
  subject: `${shop}: confirm your alert`,
  title: 'Confirm your alert',
  pieces: [
    words(`Someone asked us to email you about ${name}. If it was you, please confirm:`),
    link('Yes, tell me', confirm),
    small('If it was not you, ignore this email. We will not email you about this again.'),
  ],
  off,
})

/** What a letter says of goods that can be bought now. */
interface AboutGoods extends About {
  path: string
  picture?: LetterPicture
}

/** A variant can be bought again. */
export const backInStock = ({ shop, name, path, picture, off }: AboutGoods): Letter => ({
  subject: `${shop}: ${name} is back in stock`,
  title: 'It is back in stock.',
  pieces: [
    ...pictured(picture),
    words(`${name} is back in stock. Stock may be limited, and we cannot reserve one for you.`),
    link('See it in the shop', path),
    small('You asked us to tell you once. This was it.'),
  ],
  off,
})

/** A product costs less than when its price was saved. In cedis. */
export const priceDropped = (about: AboutGoods & { was: number; now: number }): Letter => ({
  subject: `${about.shop}: ${about.name} costs less`,
  title: 'The price dropped.',
  pieces: [
    ...pictured(about.picture),
    words(
      `${about.name} costs ${formatCedis(about.now)} now. It cost ${formatCedis(about.was)} when you set the alert.`,
    ),
    link('See it in the shop', about.path),
    small('You asked us to tell you once. This was it.'),
  ],
  off: about.off,
})

const pictured = (picture: LetterPicture | undefined): Piece[] => (picture ? [{ kind: 'picture', picture }] : [])
