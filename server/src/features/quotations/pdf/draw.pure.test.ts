import { describe, expect, test } from 'vitest'
import { isPlainPdf, pdfText } from '../../../../tests/support/money/pdf-text.ts'
import { run } from './draw-thread.ts'
import type { QuotationDocument } from './quotation-document.ts'

const QUOTATION: QuotationDocument = {
  seller: { name: 'Harkara Limited', address: '1 Road, Mumbai', gstin: '27AAPFU0939F1ZV', stateCode: '27' },
  buyer: {
    companyName: 'Asha Traders',
    legalName: 'Asha Traders Private Limited',
    gstin: '27AABCU9603R1ZN',
    address: { line1: '14 Lotus Lane', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
    country: 'IN',
  },
  timezone: 'Asia/Kolkata',
  id: '019a8767-1c2d-7e3f-8a4b-5c6d7e8f9012',
  quotedAt: Date.parse('2026-11-15T20:00:00Z'),
  expiresAt: Date.parse('2026-11-16T20:00:00Z'),
  template: { name: 'diwali_offer', language: 'en_US' },
  listName: 'Diwali customers',
  category: 'MARKETING',
  recipients: 152_340,
  skipped: [
    { reason: 'OPTED_OUT', count: 120 },
    { reason: 'VARIABLE_MISSING', count: 31 },
  ],
  items: [
    { countryCode: 'IN', recipients: 150_000, unit: 123n, subtotal: 18_450_000n },
    { countryCode: 'GB', recipients: 2_340, unit: 662n, subtotal: 1_549_080n },
  ],
  discountPercent: 5,
  messages: 19_999_080n,
  platformFee: 100_000n,
  total: 20_099_080n,
  currency: 'INR',
  exchangeRate: '83.3300000000',
}
const draw = async (change: Partial<QuotationDocument> = {}) => {
  const pdf = await run({ ...QUOTATION, ...change })
  expect(isPlainPdf(pdf)).toBe(true)
  return pdfText(pdf)
}
/** Without a PDF reader on the machine there is nothing to compare. */
const expectShown = (text: string | undefined, ...words: string[]) => {
  for (const word of text === undefined ? [] : words) expect(text).toContain(word)
}

const HOSTILE = [
  ') Tj ET Q /JavaScript (app.alert(1)) BT (',
  '\\) >> endobj 1 0 obj << /OpenAction 2 0 R >>',
  'endstream endobj trailer %%EOF',
  '<script>alert(1)</script>',
  'W'.repeat(200),
  '\u0915\u094d'.repeat(100),
  '\u202eevitcaer\u202c \u2066x\u2069',
  '👩‍👩‍👧‍👦 شركة 漢字',
  '\ud83d lonely \udc00 halves',
]

describe('a quotation', () => {
  test('shows both parties, the template, the expiry in the vendor’s time zone, every country, the total and who is skipped', async () => {
    expectShown(
      await draw(),
      ...['QUOTATION', 'Not an invoice', 'Harkara Limited', 'Asha Traders Private Limited', 'Q-5C6D7E8F9012'],
      ...['16 Nov 2026', '17 Nov 2026, 01:30 GMT+5:30', 'diwali_offer (en_US)', 'Diwali customers', '1,52,340'],
      ...['India (IN)', '₹1.23', '₹1,84,500.00', 'United Kingdom (GB)', '₹6.62', '₹15,490.80'],
      ...['Platform fee', '₹1,000.00', '₹2,00,990.80', 'Rupees Two Lakh', '120 opted out', '31 without a value'],
      ...['discount of 5%', '1 USD = 83.33 INR'],
    )
  })

  test('is identical, byte for byte, when it is drawn again', async () => {
    expect(await run(QUOTATION)).toEqual(await run(QUOTATION))
  })

  test('has the decimals of its currency', async () => {
    const kwd = { currency: 'KWD', exchangeRate: '0.3075', total: 20_099_081n, items: [] }
    expectShown(await draw(kwd), 'KWD 20,099.081', '1 USD = 0.3075 KWD')
    expectShown(await draw({ currency: 'JPY', total: 1_234n, items: [] }), '¥1,234')
  })

  test('for very many countries continues on further pages with the same header row', async () => {
    const codes =
      'AE AF AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM'
    const items = codes.split(' ').map((countryCode) => ({ countryCode, recipients: 1, unit: 1n, subtotal: 1n }))
    const text = await draw({ items })
    expectShown(text, 'Page 2 of', 'Cameroon (CM)')
    if (text) expect(text.match(/Price per message/g)?.length).toBe(2)
  })

  test.each(HOSTILE.map((name, i) => ({ name, i })))('treats hostile name $i as text only', async ({ name }) => {
    const buyer = { ...QUOTATION.buyer, companyName: name, legalName: name, address: { line1: name, city: name } }
    const text = await draw({ buyer, listName: name, template: { name, language: 'en' } })
    expectShown(text, 'Q-5C6D7E8F9012', '₹2,00,990.80')
  })
})
