import type { BuiltPages } from '#api/web/built-pages.ts'
import { styleHash } from '#api/server/headers.ts'
import { dataScript, element, escaped } from '#api/web/markup.ts'
import { moveStyles } from '#api/web/move-styles.ts'
import type { PageFacts } from '#api/web/page-facts.ts'
import { structuredData } from '#api/web/structured-data.ts'
import { shareAt } from '#sync/protocol/shop/catalogue.ts'
import type { Drawing } from '#sync/protocol/shop/drawing.ts'
import { priceShown } from '#sync/protocol/pricing.ts'

/** What React puts before a page's own elements: pictures to fetch first. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/

interface Content {
  drawing: Drawing
  facts: PageFacts
  origin: string
}

/** A page, and the hashes with which its policy allows its inline styles. */
export interface WrittenPage {
  html: string
  styleHashes: string[]
}

/** A build's empty page, filled with the rendered content and the facts for search engines and messengers. */
export function writePage(pages: BuiltPages, { drawing, facts, origin }: Content): WrittenPage {
  const named = pages.shell
    .replace(/<title>.*?<\/title>\s*/, () => `<title>${escaped(facts.title)}</title>\n    `)
    .replace(/<meta\s+name="description"[^>]*>\s*/, '')
  if (!drawing.html) return { html: withHead(named, headOf(facts, origin)), styleHashes: [] }
  const { html, rules } = moveStyles(drawing.html)
  const [preloads = ''] = PRELOADS.exec(html) ?? []
  const screens = drawing.screens.flatMap(name => pages.screens[name] ?? [])
  const parts = drawing.parts.flatMap(name => pages.screens[name] ?? [])
  const [styles, scripts] = [
    new Set([...screens, ...parts].flatMap(files => files.styles)),
    new Set(screens.flatMap(files => files.scripts)),
  ]
  const drawn = named
    .replace(STYLE, (_, href: string) => styleOf(href, pages))
    .replaceAll(SCRIPTS, '')
    .replace('<div id="root"></div>', () =>
      [
        `<div id="root">${html.slice(preloads.length)}</div>`,
        dataScript(
          'application/json',
          { path: drawing.path, drawn_for: drawing.drawn_for, replies: drawing.replies },
          'drawing',
        ),
        dataScript('application/json', [...pages.start, ...scripts], 'scripts'),
      ].join('\n    '),
    )
  const whole = withHead(drawn, [
    WHOLE,
    preloads,
    ...[...styles].map(href => styleOf(href, pages)),
    rules && `<style>${rules}</style>`,
    `<script type="module" src="${pages.begin}"></script>`,
    ...headOf(facts, origin),
    dataScript('application/ld+json', structuredData(facts, origin)),
  ])
  const shellStyles = [...named.matchAll(STYLE)].map(([, href]) => href!)
  return {
    html: whole,
    styleHashes: [...[...shellStyles, ...styles].map(href => pages.styles.get(href) ?? ''), rules]
      .filter(Boolean)
      .map(styleHash),
  }
}

const withHead = (page: string, head: readonly string[]) =>
  page.replace('</head>', () => `${head.filter(Boolean).join('\n    ')}\n  </head>`)

/** Paint only when the whole page has arrived, because half a page shifts when the rest comes. */
const WHOLE = '<link rel="expect" href="#main" blocking="render">'

/** The page is readable without scripts: `begin` loads them once the content has arrived. */
const SCRIPTS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

const STYLE = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

/**
 * A first visit waits for no stylesheet, because the page contains it. The file is named but not fetched: the scripts
 * load a screen's style if no link names it, and so would put this one after those that build on it.
 */
const styleOf = (href: string, { styles }: BuiltPages) =>
  `<style>${styles.get(href) ?? ''}</style><link rel="stylesheet" crossorigin disabled href="${href}">`

function headOf({ shop, title, description, canonical, product, category }: PageFacts, origin: string): string[] {
  const describes = description ? [element('meta', { name: 'description', content: description })] : []
  if (canonical === null) return [...describes, element('meta', { name: 'robots', content: 'noindex' })]
  const picture = product?.images[0]?.file.storage_link ?? category?.banner_image?.storage_link
  const properties: [name: string, content: string][] = [
    ['og:site_name', shop.name],
    ['og:type', product ? 'product' : 'website'],
    ['og:title', title],
    ['og:description', description ?? ''],
    ['og:url', origin + canonical],
    ['og:locale', 'en_GH'],
    ...sharedPicture(origin + (picture ? shareAt(picture) : '/icons/share.jpg')),
    ...(product
      ? ([
          ['product:price:amount', priceShown(product).toFixed(2)],
          ['product:price:currency', 'GHS'],
        ] satisfies [string, string][])
      : []),
  ]
  return [
    ...describes,
    element('link', { rel: 'canonical', href: origin + canonical }),
    ...properties.map(([property, content]) => element('meta', { property, content })),
    element('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

/** What a messenger shows; the shop's own cloth for a page without a picture. */
const sharedPicture = (address: string): [name: string, content: string][] => [
  ['og:image', address],
  ['og:image:width', '1200'],
  ['og:image:height', '630'],
]
