import { aRow, ownFile, OWN_COLUMNS } from './own-files.ts'

export interface BrokenFile {
  what: string
  content: string | Buffer
  /** 422 if nothing of it can be read; else 200. */
  status?: 422
  /** The slugs that are imported anyway. */
  good: string[]
  /** Line and message of each error. */
  errors: [number, RegExp][]
}

const good = aRow('good')
const later = aRow('later')
const around = (...rows: ReturnType<typeof aRow>[]) => ownFile([good, ...rows, later])
const head = OWN_COLUMNS.join(',')

/** Product files from real shops: each has a fault, and none may break the shop. */
export const BROKEN_FILES: BrokenFile[] = [
  { what: 'an empty file', content: '', status: 422, good: [], errors: [] },
  { what: 'only a header', content: `${head}\n`, good: [], errors: [] },
  { what: 'no header', content: 'jeans,Jeans,99.50\nshirt,Shirt,50\n', status: 422, good: [], errors: [] },
  { what: 'a header without the price', content: 'slug,name\njeans,Jeans\n', status: 422, good: [], errors: [] },
  { what: 'UTF-16', content: Buffer.from(`\uFEFF${ownFile([good])}`, 'utf16le'), status: 422, good: [], errors: [] },
  {
    what: 'an Excel workbook',
    content: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 7)]),
    status: 422,
    good: [],
    errors: [],
  },
  {
    what: 'random bytes',
    content: Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256)),
    status: 422,
    good: [],
    errors: [],
  },
  { what: 'a byte order mark', content: `\uFEFF${ownFile([good])}`, good: ['good'], errors: [] },
  { what: 'CRLF and empty lines', content: around().replaceAll('\n', '\r\n\r\n'), good: ['good', 'later'], errors: [] },
  {
    what: 'Latin-1 letters',
    content: Buffer.from(around(aRow('cafe', { name: 'Café' })), 'latin1'),
    good: ['good', 'later'],
    errors: [[3, /UTF-8/]],
  },
  {
    what: 'an unbalanced quotation mark',
    content: `${ownFile([good])}bad,"Never closed,,,1\n${head}\n`,
    good: ['good'],
    errors: [[3, /never closed/]],
  },
  {
    what: 'a cell of 1 MB',
    content: around(aRow('huge', { name: 'x'.repeat(1_000_000) })),
    good: ['good', 'later'],
    errors: [[3, /more than 100,000 characters/]],
  },
  {
    what: 'formulas',
    content: around(
      aRow('formula', { name: '=HYPERLINK("http://evil.example","Sale")', sku: '+1', barcode: '@SUM(A1)' }),
    ),
    good: ['good', 'formula', 'later'],
    errors: [],
  },
  {
    what: 'a handle that comes back',
    content: around(aRow('good', { name: 'Other', size_code: 'UK12', size_name: 'UK 12' })),
    good: ['good', 'later'],
    errors: [],
  },
  { what: 'the same variation twice', content: around(aRow('good')), good: ['good', 'later'], errors: [[3, /Line 2/]] },
  {
    what: 'the same SKU twice',
    content: ownFile([{ ...good, sku: 'A1' }, aRow('twin', { sku: 'a1' }), later]),
    good: ['good', 'later'],
    errors: [[3, /SKU/]],
  },
  {
    what: 'a negative price',
    content: around(aRow('bad', { retail_price: -5 })),
    good: ['good', 'later'],
    errors: [[3, /below 0/]],
  },
  {
    what: 'a price beyond all numbers',
    content: around(aRow('bad', { retail_price: '1e309' })),
    good: ['good', 'later'],
    errors: [[3, /not an amount/]],
  },
  {
    what: 'a price beyond the column',
    content: around(aRow('bad', { retail_price: '10000000000' })),
    good: ['good', 'later'],
    errors: [[3, /more than/]],
  },
  {
    what: 'a price that is no number',
    content: around(aRow('bad', { retail_price: 'NaN' })),
    good: ['good', 'later'],
    errors: [[3, /not an amount/]],
  },
  {
    what: 'a third decimal',
    content: around(aRow('bad', { retail_price: '9.999' })),
    good: ['good', 'later'],
    errors: [[3, /two decimals/]],
  },
  {
    what: 'a discount above the price',
    content: around(aRow('bad', { discount: '99.51' })),
    good: ['good', 'later'],
    errors: [[3, /discount/]],
  },
  {
    what: 'half a piece and fewer than none',
    content: around(aRow('bad', { quantity: '1.5' }), aRow('worse', { quantity: -1 })),
    good: ['good', 'later'],
    errors: [
      [3, /whole number/],
      [4, /whole number/],
    ],
  },
  {
    what: 'weird picture addresses',
    content: around(
      aRow('odd', {
        pictures: 'javascript:alert(1) | https://cdn.example/a.jpg | drawn:jeans:front:000000 | ../../etc/passwd',
      }),
    ),
    good: ['good', 'odd', 'later'],
    errors: [
      [3, /javascript/],
      [3, /drawn/],
      [3, /passwd/],
    ],
  },
  {
    what: 'columns in another order',
    content: ownFile([good, later], [...OWN_COLUMNS].reverse()),
    good: ['good', 'later'],
    errors: [],
  },
  {
    what: 'columns nobody knows',
    content: ownFile([good, later], ['__proto__', ...OWN_COLUMNS, 'constructor', 'shelf']),
    good: ['good', 'later'],
    errors: [],
  },
  {
    what: 'a thousand columns of long names',
    content: ownFile(
      [good, later],
      [...OWN_COLUMNS, ...Array.from({ length: 1_000 - OWN_COLUMNS.length }, (_, i) => `${i} ${'ɔ'.repeat(300)}`)],
    ),
    good: ['good', 'later'],
    errors: [],
  },
  {
    what: 'more columns than anybody has',
    content: ownFile([good], [...OWN_COLUMNS, ...Array.from({ length: 40_000 }, (_, i) => `c${i}`)]),
    status: 422,
    good: [],
    errors: [],
  },
  {
    what: 'a comma without quotation marks',
    content: `${ownFile([good])}${',x'.repeat(20)}\n${ownFile([later]).split('\n')[1]}\n`,
    good: ['good', 'later'],
    errors: [[3, new RegExp(`21 cells under ${OWN_COLUMNS.length} columns`)]],
  },
  {
    what: 'NUL bytes',
    content: around(aRow('nul', { name: 'Nul\0nul' })),
    good: ['good', 'later'],
    errors: [[3, /NUL/]],
  },
  {
    what: 'rows without a name or handle',
    content: around({ retail_price: 5, size_code: 'UK10' }, aRow('nameless', { name: '' })),
    good: ['good', 'later'],
    errors: [
      [3, /no product/],
      [4, /a name/],
    ],
  },
  {
    what: 'an unknown status and an impossible day',
    content: around(aRow('bad', { status_code: 'SOLD' }), aRow('worse', { created_at: '2026-02-31x' })),
    good: ['good', 'later'],
    errors: [
      [3, /status/],
      [4, /created_at/],
    ],
  },
  {
    what: 'letters of every kind',
    content: around(aRow('emoji', { name: 'Ɔdɔ jeans 👖 ₵', colour_name: 'Ɔkɔkɔɔ', size_code: '', size_name: '½' })),
    good: ['good', 'emoji', 'later'],
    errors: [],
  },
  {
    what: 'pictures of private hosts, which are only asked for later',
    content: around(
      aRow('inside', {
        pictures: 'http://127.0.0.1/a.jpg | http://169.254.169.254/latest | https://user:secret@cdn.example/a.jpg',
      }),
    ),
    good: ['good', 'inside', 'later'],
    errors: [[3, /secret|address/]],
  },
  {
    what: 'formulas behind apostrophes',
    content: around(aRow('formula', { name: "'=1+1", sku: "'+1", description: "''@x" })),
    good: ['good', 'formula', 'later'],
    errors: [],
  },
  {
    what: 'a product of no slug but signs',
    content: around(aRow('bad', { slug: '!!!', name: '???' })),
    good: ['good', 'later'],
    errors: [[3, /no product/]],
  },
  {
    what: "Shopify's with a price beyond all numbers and one below 0",
    content: 'Handle,Title,Variant Price,Variant SKU\na,A,1e309,A-1\nb,B,-4,B-1\nc,C,5,C-1\n',
    good: ['c'],
    errors: [
      [2, /not an amount/],
      [3, /below 0/],
    ],
  },
  { what: "Shopify's without its handle", content: 'Title,Variant Price\nA,5\n', status: 422, good: [], errors: [] },
  { what: "WooCommerce's without its price", content: 'Type,Name\nsimple,A\n', status: 422, good: [], errors: [] },
  {
    what: "WooCommerce's with strange types and lost parents",
    content:
      'ID,Type,SKU,Name,Published,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n1,variable,,Tee,1,,,,Size,"S, M"\n2,grouped,,Set,1,,5,,,\n3,variation,,,1,4,10,id:1,Size,S\n4,variation,,,1,4,11,id:1,Size,M\n5,variation,,,1,4,10,id:9,Size,M\n6,simple,,,1,x,3,,,\n7,simple,G-7,Good,1,3,9.50,,,\n',
    good: ['tee', 'good'],
    errors: [
      [3, /grouped product/],
      [6, /"id:9"/],
      [7, /no product/],
    ],
  },
  {
    what: 'UTF-8 in UTF-16 clothes, big end first',
    content: Buffer.from(`\uFEFF${ownFile([good])}`, 'utf16le').swap16(),
    status: 422,
    good: [],
    errors: [],
  },
  {
    what: 'semicolons between the cells',
    content: ownFile([good, later]).replaceAll(',', ';'),
    good: ['good', 'later'],
    errors: [],
  },
  {
    what: 'a row of 5 MB',
    content: `${ownFile([good])}bad,"${'x'.repeat(5 * 1024 * 1024)}\n`,
    good: ['good'],
    errors: [[3, /4 MB|never closed/]],
  },
  {
    what: 'the number of a bank card',
    content: around(aRow('bad', { description: 'Call me: 4084 0840 8408 4081' })),
    good: ['good', 'later'],
    errors: [[3, /bank card/]],
  },
]
