import { describe, expect, test } from 'vitest'
import { drawnGlyphs, isPlainPdf, pdfText, withoutDirections } from '../../../../tests/support/money/pdf-text.ts'
import { WRITTEN_PROFILES } from '../../../../tests/support/money/written-profiles.ts'
import { EXPORT_ENDORSEMENT } from '../../../domain/invoicing/gst.ts'
import { run } from './draw-thread.ts'
import type { InvoiceDocument } from './invoice-document.ts'

const INVOICE: InvoiceDocument = {
  supplier: { name: 'Harkara Limited', address: '1 Road, Mumbai', gstin: '27AAPFU0939F1ZV', stateCode: '27' },
  customer: {
    companyName: 'Asha Traders',
    legalName: 'Asha Traders Private Limited',
    gstin: '27AABCU9603R1ZN',
    address: { line1: '14 Lotus Lane', city: 'Pune', state: 'Maharashtra', stateCode: '27', postalCode: '411001' },
    country: 'IN',
  },
  title: 'Tax invoice',
  number: 'HRK-2026-00042',
  issuedAt: Date.parse('2026-11-15T20:00:00Z'),
  voidedBy: [],
  corrects: null,
  reference: 'pay_Abc123',
  reason: null,
  description: 'SMB plan, monthly',
  periodStart: Date.parse('2026-11-15T20:00:00Z'),
  periodEnd: Date.parse('2026-12-15T20:00:00Z'),
  serviceCode: '998313',
  placeCode: '27',
  placeName: 'Maharashtra',
  taxKind: 'INTRA',
  gstPercent: 18,
  stateTaxName: 'SGST',
  currency: 'INR',
  exchangeRate: '1.0000000000',
  vendorCurrency: 'INR',
  vendorCurrencyRate: '1.0000000000',
  base: 249_900n,
  cgst: 22_491n,
  sgst: 22_491n,
  igst: 0n,
  total: 294_882n,
  totalInrPaise: 294_882n,
  totalForVendor: 294_882n,
  isPrepaid: false,
  endorsement: null,
}
const draw = async (change: Partial<InvoiceDocument> = {}) => {
  const pdf = await run({ ...INVOICE, ...change })
  expect(isPlainPdf(pdf)).toBe(true)
  expect(drawnGlyphs(pdf).length).toBeGreaterThan(300)
  expect(drawnGlyphs(pdf)).not.toContain(0)
  return pdfText(pdf)
}
/** Skipped where the machine has no tool to read PDFs. */
const expectShown = (text: string | undefined, ...words: string[]) => {
  for (const word of text === undefined ? [] : words) expect(text).toContain(word)
}

describe('a tax invoice', () => {
  test('shows both parties, number, Indian date, place, code, taxes, total in digits and words, and the payment', async () => {
    expectShown(
      await draw(),
      ...['TAX INVOICE', 'Harkara Limited', 'GSTIN: 27AAPFU0939F1ZV', 'HRK-2026-00042', '16 Nov 2026', '998313'],
      ...['BILL TO', 'Asha Traders Private Limited', 'GSTIN: 27AABCU9603R1ZN', 'Pune 411001', 'pay_Abc123'],
      ...['Maharashtra (code 27)', 'Reverse charge', 'CGST 9%', 'SGST 9%', '₹2,499.00', '₹224.91', '₹2,948.82'],
      'Rupees Two Thousand Nine Hundred Forty-Eight',
    )
  })

  test('is identical, byte for byte, when it is rendered again', async () => {
    expect(await run(INVOICE)).toEqual(await run(INVOICE))
  })

  test('across states shows IGST, and names UTGST', async () => {
    const text = await draw({
      taxKind: 'INTER',
      igst: 44_982n,
      cgst: 0n,
      sgst: 0n,
      placeCode: '29',
      placeName: 'Karnataka',
    })
    expectShown(text, 'IGST 18%', '₹449.82', 'Karnataka (code 29)')
    expect(text ?? '').not.toContain('CGST')
    expectShown(await draw({ stateTaxName: 'UTGST' }), 'UTGST 9%')
  })

  test('for a customer abroad carries the export endorsement', async () => {
    const abroad = { taxKind: 'EXPORT', cgst: 0n, sgst: 0n, placeCode: '96', placeName: 'Outside India' } as const
    const text = await draw({ ...abroad, base: 294_882n, endorsement: EXPORT_ENDORSEMENT })
    expectShown(text, EXPORT_ENDORSEMENT, 'Outside India (code 96)')
  })

  test('that was voided says so, and names the credit notes', async () => {
    const text = await draw({ voidedBy: ['HRKCN-2026-00007'] })
    expectShown(text, 'This invoice is void.', 'HRKCN-2026-00007')
    expect(text ?? '').not.toContain('PAID')
  })

  test('says that it is paid', async () => {
    expectShown(await draw(), 'PAID')
  })

  test('in rupees for a vendor with another currency shows both totals and the rate between them', async () => {
    const text = await draw({ vendorCurrency: 'USD', vendorCurrencyRate: '83.3300000000', totalForVendor: 3_539n })
    expectShown(text, 'Total (INR) ₹2,948.82', 'Total in USD $35.39', '1 USD = ₹83.33')
  })

  test('of a vendor with rupees, or without a stored currency, shows one total', async () => {
    expect((await draw()) ?? '').not.toContain('Total in')
    const kept = { vendorCurrency: null, vendorCurrencyRate: null, totalForVendor: null }
    expect((await draw(kept)) ?? '').not.toContain('Total in')
  })
})

describe.each(Object.entries(WRITTEN_PROFILES))('a name and an address in %s', (script, customer) => {
  test('are printed in their own script, which can be copied as text', async () => {
    const text = withoutDirections((await draw({ customer: { ...customer, gstin: null } })) ?? '')
    expect(text).not.toContain('\ufffd')
    // pdftotext orders the vowel signs of Thaana by their position on the page.
    if (text === '' || script === 'thaana') return
    const { companyName, address } = customer
    const words = [companyName, address.city, address.state, address.postalCode].flatMap((words) => words.split(' '))
    for (const word of words) expect(text.normalize('NFC')).toContain(word.normalize('NFC'))
  })
})

test('characters missing from every font are printed as �, and the others are not affected', async () => {
  const customer = { ...INVOICE.customer, legalName: 'Asha 😀 \u{e000} தமிழ்' }
  expectShown(await draw({ customer }), 'Asha � � தமிழ்')
})

test('a recharge is shown as prepaid credit, without a tax line, in both currencies with the rate', async () => {
  const text = await draw({
    title: 'Invoice',
    isPrepaid: true,
    taxKind: 'NONE',
    currency: 'JPY',
    exchangeRate: '0.5573913043',
    base: 10_000n,
    total: 10_000n,
    totalInrPaise: 557_391n,
  })
  expectShown(text, 'prepaid credit', 'No GST', '¥10,000', '₹5,573.91', '1 JPY = ₹0.5573913043')
  expect(text ?? '').not.toMatch(/[CSI]GST \d/)
})

test('a credit note names its invoice, the refund and the reason', async () => {
  const corrects = { number: 'HRK-2026-00042', issuedAt: INVOICE.issuedAt }
  const text = await draw({
    title: 'Credit note',
    number: 'HRKCN-2026-00001',
    corrects,
    reference: 'rfnd_1',
    reason: 'In time',
  })
  expectShown(
    text,
    'CREDIT NOTE',
    'HRKCN-2026-00001',
    'HRK-2026-00042, 16 Nov 2026',
    'rfnd_1',
    'In time',
    'Credited (INR)',
  )
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table invoice; --",
  ') Tj ET Q /JavaScript (app.alert(1)) BT (',
  '\\) >> endobj 1 0 obj << /OpenAction 2 0 R >>',
  'endstream endobj trailer %%EOF',
  '%PDF-1.7 %%EOF',
  '{{7*7}} #{7*7} <%= 7 %> $(id) `id`',
  '=cmd|calc!A1',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'https://evil.example/?q=1',
  'a'.repeat(200),
  'W'.repeat(200),
  'क'.repeat(200),
  '\u0915\u094d'.repeat(100),
  '\u094d\u093f\u0902\u0903'.repeat(50),
  'आशा ट्रेडर्स प्राइवेट लिमिटेड',
  'ООО «Ромашка» Ελλάς',
  'தமிழ் நிறுவனம்',
  '漢字株式会社',
  'شركة النور للتجارة',
  '\u202eevitcaer\u202c \u2066x\u2069',
  `Z${'\u0301\u0323\u0489'.repeat(60)}algo`,
  '👩‍👩‍👧‍👦🏳️‍🌈🇮🇳',
  '\ud83d lonely \udc00 halves',
  '\u200b\u200d\ufeff\u00ad',
  '\u0000\u0001\u0008\u001b[31m\r\n\t',
  '\u{10ffff}\u{e0001}\ufffe\uffff',
  '__proto__ constructor toString',
]

describe.each(HOSTILE.map((name, i) => ({ name, i })))('hostile name $i', ({ name }) => {
  test('is printed as plain text, and the invoice stays intact', async () => {
    const customer = { ...INVOICE.customer, companyName: name, legalName: name, address: { line1: name, city: name } }
    const text = await draw({ customer, reason: name, corrects: { number: 'HRK-2026-00001', issuedAt: 0 } })
    expectShown(text, 'HRK-2026-00042', '₹2,948.82', 'CGST 9%')
    if (/^[ -~]{1,40}$/.test(name)) expectShown(text?.replace(/ /g, ''), name.replace(/ /g, ''))
  })
})

test('names and addresses of the maximum length continue on another page without loss', async () => {
  const address = { line1: 'A'.repeat(200), line2: 'B'.repeat(200), city: 'C'.repeat(100), state: 'D'.repeat(100) }
  const customer = { ...INVOICE.customer, companyName: 'W'.repeat(200), legalName: 'M'.repeat(200), address }
  expectShown(await draw({ customer, description: 'Word '.repeat(40) }), '₹2,948.82', 'Page 2 of 2', 'pay_Abc123')
})
