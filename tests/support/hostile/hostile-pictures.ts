import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A file uploaded as a picture. `may`: whether the shop may accept it, re-encoded; otherwise it must be refused. */
export interface HostilePicture {
  name: string
  bytes: Buffer
  type?: string
  may: 'never' | 'remade'
}

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#23407f' } })
const noise = (width: number, height: number) =>
  sharp(
    createHash('shake256', { outputLength: width * height * 3 })
      .update('noise')
      .digest(),
    { raw: { width, height, channels: 3 } },
  )

let made: Promise<readonly HostilePicture[]> | null = null

/**
 * Forty files: other formats, false formats, broken files, decompression bombs, and pictures with hidden content. Made
 * once: to draw them takes a second.
 */
export const hostilePictures = (): Promise<readonly HostilePicture[]> => (made ??= drawAll())

async function drawAll(): Promise<HostilePicture[]> {
  const jpeg = await noise(300, 400).jpeg().toBuffer()
  const png = await noise(60, 80).png().toBuffer()
  const webp = await noise(60, 80).webp().toBuffer()
  const script = Buffer.from('<script>alert(1)</script>')
  const svg = (inside: string) =>
    Buffer.from(
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90">${inside}</svg>`,
    )
  const never: Record<string, Buffer> = {
    'nothing at all': Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    'three bytes of a JPEG': Buffer.from([0xff, 0xd8, 0xff]),
    'a text': Buffer.from('hello'),
    'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'an SVG with a script': svg('<script>alert(1)</script>'),
    'an SVG that reads a file': svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'),
    'an SVG that calls out': svg('<image xlink:href="http://127.0.0.1:1/x" width="9" height="9"/>'),
    'an SVG of entities': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'b'.repeat(40)}">${Array.from({ length: 8 }, (_, i) => `<!ENTITY a${i} "${`&a${i || ''};`.repeat(9)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a7;</text></svg>`,
    ),
    'an SVG behind spaces': Buffer.concat([Buffer.from(' '.repeat(64)), svg('')]),
    'a GIF': await canvas(20, 20).gif().toBuffer(),
    'a moving GIF': Buffer.from(`GIF89a${'\0'.repeat(200)}`, 'latin1'),
    'a TIFF': await canvas(20, 20).tiff().toBuffer(),
    'an AVIF': await canvas(20, 20).avif().toBuffer(),
    'a JPEG 2000': Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), Buffer.alloc(400)]),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    'a ZIP': Buffer.from('504b0304140000000800', 'hex'),
    'a program': Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(2000)]),
    'ImageMagick code': Buffer.from(
      'push graphic-context\nfill \'url(https://127.0.0.1/x.jpg"|id")\'\npop graphic-context',
    ),
    PostScript: Buffer.from('%!PS\n(id) (w) file'),
    'a PPM': Buffer.from('P6 9 9 255\n' + 'x'.repeat(243)),
    'a picture of 36 million pixels': await canvas(6000, 6000).png({ compressionLevel: 9 }).toBuffer(),
    'a PNG that says it is 4 billion wide': pngHead(4_294_967_295, 4_294_967_295),
    'a PNG of 100,000 by 100,000': pngHead(100_000, 100_000),
    'a long thin PNG': await canvas(26_000, 1000).png().toBuffer(),
    'a PNG of no size': pngHead(0, 0),
    'a PNG with a wrong sum': flipped(png, png.length - 20),
    'half a PNG': png.subarray(0, png.length >> 1),
    'a quarter of a JPEG': jpeg.subarray(0, jpeg.length >> 2),
    'a JPEG without its end': jpeg.subarray(0, -300),
    'half a WebP': webp.subarray(0, webp.length >> 1),
    'a WebP that says it is longer': Buffer.concat([
      webp.subarray(0, 4),
      Buffer.from([0xff, 0xff, 0xff, 0x7f]),
      webp.subarray(8, 40),
    ]),
    'a WAV behind RIFF': Buffer.from(`RIFF\0\0\0\0WAVEfmt ${'\0'.repeat(300)}`, 'latin1'),
    'the beginning of a JPEG and a page': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), script]),
    'the beginning of a PNG and an SVG': Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), svg('<script/>')]),
  }
  const remade: Record<string, Buffer> = {
    'a JPEG that says where it was taken': await noise(310, 400)
      .withExif({ IFD0: { Copyright: 'Ama' }, IFD3: { GPSLatitude: '5/1 36/1 0/1' } })
      .jpeg()
      .toBuffer(),
    'a JPEG with a page behind it': Buffer.concat([jpeg, script]),
    'a PNG with words in it': withText(png, '<script>alert(1)</script>'),
    'a JPEG lying on its side': await noise(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'a picture of one pixel': await canvas(1, 1).png().toBuffer(),
  }
  return [
    ...Object.entries(never).map(([name, bytes]): HostilePicture => ({ name, bytes, may: 'never' })),
    ...Object.entries(remade).map(([name, bytes]): HostilePicture => ({ name, bytes, may: 'remade' })),
  ]
}

/** The answer to an upload of a picture. */
export interface Answer {
  status: number
  errors?: object | undefined
}

/**
 * Sends all these files after one valid large photo. Names files that were wrongly accepted, refused without a message
 * beside the field, or took more of this process's processor time than the photo: a refused file must not be unpacked.
 */
export async function wronglyTaken(
  files: readonly HostilePicture[],
  send: (file: HostilePicture) => Promise<Answer>,
): Promise<string[]> {
  const fastest = async (
    file: HostilePicture,
    tries: number,
  ): Promise<{ ms: number; status: number; isTold: boolean }> => {
    const began = process.cpuUsage()
    const { status, errors } = await send(file)
    const { user, system } = process.cpuUsage(began)
    const ms = (user + system) / 1000
    const again = tries > 1 ? await fastest(file, tries - 1) : null
    return { ms: Math.min(ms, again?.ms ?? ms), status, isTold: status !== 422 || Object.keys(errors ?? {}).length > 0 }
  }
  const honest = await fastest(
    { name: 'an honest photo', bytes: await canvas(5000, 4000).png().toBuffer(), may: 'remade' },
    1,
  )
  const wrong = honest.status === 201 ? [] : [`an honest photo: ${honest.status}`]
  for (const file of files) {
    const { ms, status, isTold } = await fastest(file, 1)
    if (file.may === 'remade' ? status !== 201 : ![413, 415, 422].includes(status) || !isTold)
      wrong.push(`${file.name}: ${status}`)
    else if (ms >= honest.ms && (await fastest(file, 4)).ms >= honest.ms) wrong.push(`${file.name}: slowly`)
  }
  return wrong
}

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG that declares a large size and holds little. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(2000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Text goes after the head, which is 33 bytes long. */
const withText = (png: Buffer, words: string) =>
  Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${words}`, 'latin1')), png.subarray(33)])

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = copy[at]! ^ 0xff
  return copy
}
