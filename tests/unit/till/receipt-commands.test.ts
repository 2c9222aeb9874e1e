import { expect, test } from 'vitest'
import { drawerCommands, receiptCommands, slipCommands, testCommands } from '#pwa/printer/receipt-commands.ts'
import { plainLetters } from '#pwa/printer/plain-letters.ts'
import { aReceipt } from '#tests/support/printer/a-receipt.ts'
import { thermalPrinter } from '#tests/support/printer/thermal-printer.ts'

const SIZES = [
  { paper: 80, columns: 48 },
  { paper: 58, columns: 32 },
] as const
const ESC_POS = { language: 'esc-pos' } as const

test.each(SIZES)('prints a receipt on $paper mm as the one in the repository', async ({ paper, columns }) => {
  const { rows, pictures } = thermalPrinter(receiptCommands(aReceipt(), { paper, ...ESC_POS }), columns)
  const picture = pictures.map(dots => dots.join('\n')).join('\n')
  await expect(`${rows.join('\n')}\n\n${picture}\n`).toMatchFileSnapshot(`../../support/printer/receipt-${paper}.txt`)
})

test('opens the drawer before it prints, and cuts once', () => {
  const bytes = receiptCommands(aReceipt(), { paper: 80, ...ESC_POS }, true)
  expect(thermalPrinter(bytes, 48)).toMatchObject({ drawer: 1, cuts: 1 })
  expect(Buffer.from(bytes).indexOf(Buffer.from([0x1b, 0x70, 0]))).toBeLessThan(
    Buffer.from(bytes).indexOf(Buffer.from([0x1d, 0x76, 0x30])),
  )
  expect(thermalPrinter(receiptCommands(aReceipt(), { paper: 80, ...ESC_POS }), 48).drawer).toBe(0)
})

test('only opens the drawer when nothing is to be printed', () => {
  expect(thermalPrinter(drawerCommands({ paper: 58, ...ESC_POS }), 32)).toMatchObject({
    drawer: 1,
    cuts: 0,
    pictures: [],
  })
})

test('starts by resetting the printer, and ends with bars, a square and a cut', () => {
  const bytes = Buffer.from(receiptCommands(aReceipt(), { paper: 80, ...ESC_POS }))
  expect(bytes.subarray(0, 2).toString('hex')).toBe('1b40')
  expect(bytes.includes(Buffer.from('\u001Dk\u0049\u000B{BT2-000119', 'latin1'))).toBe(true)
  expect(bytes.includes(Buffer.from('1P0T2-000119', 'latin1'))).toBe(true)
  expect(bytes.includes(Buffer.from([0x1d, 0x56, 1]))).toBe(true)
})

test.each(SIZES)('fits any words and amounts on $paper mm', ({ paper, columns }) => {
  const huge = 9_999_999.99
  const content = aReceipt({
    shop: { name: 'The Very Long Name of a Shop in Ghana', contact: ['x'.repeat(100)] },
    lines: [{ name: 'unbroken'.repeat(12), detail: 'word '.repeat(30), quantity: 10_000, price: huge, total: huge }],
    total: huge,
    payer: 'A'.repeat(90),
    reference: 'REF'.repeat(30),
    copy: 12,
    since: [{ words: 'Given back, refund 31', amount: -huge }],
  })
  const { rows } = thermalPrinter(receiptCommands(content, { paper, ...ESC_POS }), columns)
  const letters = rows
    .map(row => row.replace(/^.*\| /, ''))
    .join('')
    .replaceAll(' ', '')
  for (const word of ['unbroken'.repeat(12), 'A'.repeat(90), 'REF'.repeat(30), 'COPY12'])
    expect(letters).toContain(word)
})

test('speaks Star’s language to its printers', () => {
  const bytes = Buffer.from(receiptCommands(aReceipt(), { paper: 80, language: 'star-prnt' }, true))
  expect(bytes.includes(Buffer.from('TOTAL'))).toBe(true)
  expect(bytes.includes(Buffer.from([0x1d, 0x56]))).toBe(false)
  expect(bytes.includes(Buffer.from([0x1b, 0x64]))).toBe(true)
})

test('tries everything that receipts need in a test print', () => {
  const { rows, cuts } = thermalPrinter(
    testCommands({ paper: 58, ...ESC_POS }, { shop: 'Selvedge', lines: ['It works.'], number: 'T1-TEST' }),
    32,
  )
  expect(cuts).toBe(1)
  for (const part of ['[picture 96x96]', 'Selvedge', 'It works.', '[bars CODE128 T1-TEST]', '[QR T1-TEST]'])
    expect(rows.join('\n')).toContain(part)
})

test.each(SIZES)('prints the report of a shift on $paper mm', ({ paper, columns }) => {
  const parts = [
    [{ label: 'Till', value: 'T1 · Counter' }],
    [{ label: 'Cash: expected', value: 'GH₵\u00A01,234.50', strong: true as const }],
  ]
  const slip = { shop: 'Selvedge', title: 'Z report', file: 'z', parts }
  const { rows, cuts } = thermalPrinter(slipCommands(slip, { paper, ...ESC_POS }), columns)
  expect(rows.map(row => row.replaceAll(/ +/g, ' ').trim())).toEqual(
    expect.arrayContaining(['B| Z report', 'Till T1 / Counter', 'B| Cash: expected GHS 1,234.50']),
  )
  expect(cuts).toBe(1)
})

test('writes every text in ASCII', () => {
  expect(plainLetters('Ɛdɔ Élodie Ŋmɛ · GH₵\u00A01,149.99 × 2…')).toBe('Edo Elodie Nme / GHS 1,149.99 x 2...')
  expect(plainLetters('Жук 😀')).toBe('??? ?')
})

test('prints VOID with the time on the receipt of a voided sale', () => {
  const receipt = { ...aReceipt(), voided: '9 Jan 2026, 2:05 pm' }
  const { rows } = thermalPrinter(receiptCommands(receipt, { paper: 80, ...ESC_POS }), 48)
  const at = rows.findIndex(row => row.includes('VOID'))
  expect([at > 0, rows[at + 1]?.trim()]).toEqual([true, '9 Jan 2026, 2:05 pm'])
})
