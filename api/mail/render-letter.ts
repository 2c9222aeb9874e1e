import { html, type Html } from '#api/mail/html.ts'
import { contentIdOf } from '#api/mail/letter-pictures.ts'
import type { Letter, LetterPicture, Piece } from '#api/mail/letter.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'

/** The sender, at the end of every letter. */
const signatureOf = ({ seller, address, phones, email }: ShopInfo): string[] =>
  [
    [seller.legal_name, seller.registration_number].filter(Boolean).join(', '),
    address,
    [...phones.map(formatPhone), email].filter(Boolean).join(' · '),
  ].filter(Boolean)

/** A letter as plain text. */
export const letterText = ({ title, pieces, off }: Letter, shop: ShopInfo): string =>
  [
    title,
    ...pieces.map(textOf).filter(Boolean),
    ...(off ? [`${TURN_OFF}:\n${off.page}`] : []),
    ['-- ', shop.name, ...signatureOf(shop)].join('\n'),
  ].join('\n\n')

const TURN_OFF = 'Turn off these emails'

function textOf(piece: Piece): string {
  switch (piece.kind) {
    case 'link':
      return `${piece.words}:\n${piece.link}`
    case 'facts':
      return piece.facts.map(({ name, value }) => `${name}: ${value}`).join('\n')
    case 'goods':
      return [
        ...piece.lines.map(({ name, note, amount = null }) => {
          const rest = [note, amount === null ? '' : formatCedis(amount)].filter(Boolean).join('  ')
          return rest ? `${name}\n  ${rest}` : name
        }),
        ...(piece.sums.length > 0 ? [''] : []),
        ...piece.sums.map(({ name, amount }) => `${name}: ${amountOf(amount)}`),
      ].join('\n')
    case 'picture':
      return ''
    default:
      return piece.words
  }
}

const amountOf = (amount: number | string) => (typeof amount === 'number' ? formatCedis(amount) : amount)

/**
 * A letter as a page: light or dark like the reader's device, without external resources. It shows the pictures that
 * are `attached`, by name.
 */
export const letterHtml = (
  { subject, title, pieces, off }: Letter,
  shop: ShopInfo,
  attached: ReadonlySet<string> = new Set(),
): string =>
  html`<!doctype html>
    <html lang="en-GH">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body
        class="paper"
        style="margin:0;padding:24px 12px;background:#f2f0ea;color:#1b1d23;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
      >
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center">
              <table
                role="presentation"
                class="card"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:560px;background:#ffffff;border:1px solid #d9d5ca;border-top:4px solid #f2b632;border-radius:10px;text-align:left"
              >
                <tr>
                  <td style="padding:24px">
                    <p class="brand" style="margin:0 0 24px;color:#23407f;font-size:20px;font-weight:700">
                      ${shop.name}
                    </p>
                    <h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${title}</h1>
                    ${pieces.map(piece => markupOf(piece, attached))}
                  </td>
                </tr>
              </table>
              <p class="soft" style="max-width:560px;margin:16px auto 0;color:#565a66;font-size:13px;text-align:left">
                ${signatureOf(shop).map(line => html`${line}<br />`)}
                ${off ? [html`<a class="address" href="${off.page}" style="color:#23407f">${TURN_OFF}</a>`] : []}
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text

// Inline styles serve readers that drop this one; it takes over on dark devices.
const STYLE = html`.amount{text-align:right;font-variant-numeric:tabular-nums} @media
(prefers-color-scheme:dark){.paper{background:#0d0f14!important;color:#eceae4!important}
.card{background:#1a1d25!important;border-color:#333845!important;
border-top-color:#f2b632!important;color:#eceae4!important}
.brand,.address{color:#9db8ff!important}.soft{color:#a9adb9!important}
.button{background:#9db8ff!important;color:#10182f!important}.line{border-color:#333845!important}}`

const THUMBNAIL_WIDTH = 64
const PICTURE_WIDTH = 128

/** The size is on the picture: programs for mail drop styles. The ground stays light behind it on dark devices too. */
const shown = ({ name, alt }: LetterPicture, width: number): Html =>
  html`<img
    src="cid:${contentIdOf(name)}"
    alt="${alt}"
    width="${width}"
    height="${(width / 4) * 5}"
    style="display:block;border:0;border-radius:4px;background:#cac6c0;color:#1b1d23;font-size:11px;line-height:1.2"
  />`

function markupOf(piece: Piece, attached: ReadonlySet<string>): Html {
  switch (piece.kind) {
    case 'words':
      return html`<p style="margin:0 0 16px">${piece.words}</p>`
    case 'small':
      return html`<p class="soft" style="margin:0 0 12px;color:#565a66;font-size:13px">${piece.words}</p>`
    case 'link':
      return html`<p style="margin:24px 0 8px">
          <a
            class="button"
            href="${piece.link}"
            style="display:inline-block;padding:12px 24px;border-radius:4px;background:#23407f;color:#ffffff;font-weight:600;text-decoration:none"
            >${piece.words}</a
          >
        </p>
        <p class="soft" style="margin:0 0 24px;color:#565a66;font-size:13px;overflow-wrap:anywhere">
          Or open <a class="address" href="${piece.link}" style="color:#23407f">${piece.link}</a>
        </p>`
    case 'picture':
      return attached.has(piece.picture.name)
        ? html`<div style="margin:0 0 16px">${shown(piece.picture, PICTURE_WIDTH)}</div>`
        : html``
    case 'facts':
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
        ${piece.facts.map(
          ({ name, value }) =>
            html`<tr>
              <td class="soft" valign="top" style="padding:2px 16px 2px 0;color:#565a66;white-space:nowrap">${name}</td>
              <td width="100%" style="padding:2px 0">${value}</td>
            </tr>`,
        )}
      </table>`
    case 'goods':
      return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
        ${piece.lines.map(
          ({ name, note, amount, picture }) =>
            html`<tr>
              ${
                attached.size > 0
                  ? [
                      html`<td
                        class="line"
                        width="${THUMBNAIL_WIDTH}"
                        valign="top"
                        style="padding:8px 12px 8px 0;border-bottom:1px solid #d9d5ca"
                      >
                        ${picture && attached.has(picture.name) ? [shown(picture, THUMBNAIL_WIDTH)] : []}
                      </td>`,
                    ]
                  : []
              }
              <td class="line" valign="top" style="padding:8px 16px 8px 0;border-bottom:1px solid #d9d5ca">
                ${name}<br /><span class="soft" style="color:#565a66;font-size:13px">${note}</span>
              </td>
              <td
                class="amount line"
                valign="top"
                align="right"
                style="white-space:nowrap;padding:8px 0;border-bottom:1px solid #d9d5ca"
              >
                ${amount === undefined ? '' : formatCedis(amount)}
              </td>
            </tr>`,
        )}
        ${piece.sums.map(
          ({ name, amount }, i) =>
            html`<tr style="font-weight:${i === piece.sums.length - 1 ? '700' : '400'}">
              <td colspan="${attached.size > 0 ? 2 : 1}" style="padding:4px 16px 0 0">${name}</td>
              <td class="amount" align="right" style="white-space:nowrap;padding:4px 0 0">${amountOf(amount)}</td>
            </tr>`,
        )}
      </table>`
  }
}
