import { drawDocument } from '../../../platform/pdf/draw-document.ts'
import { drawHead } from '../../../platform/pdf/head.ts'
import { QUIET, type Sheet } from '../../../platform/pdf/sheet.ts'
import { drawTable } from '../../../platform/pdf/table.ts'
import { drawTotals } from '../../../platform/pdf/totals.ts'
import { countryName, date, instant, money, percent, rate, whole } from '../../../platform/pdf/wording.ts'
import type { QuotationDocument } from './quotation-document.ts'

/** Runs in a worker thread. Deterministic. */
export async function run(quotation: QuotationDocument): Promise<Uint8Array> {
  const info = { title: `Quotation ${quotation.id}`, author: quotation.seller.name, at: new Date(quotation.quotedAt) }
  return drawDocument(info, quotation.buyer, (sheet) => drawQuotation(sheet, quotation))
}

function drawQuotation(sheet: Sheet, quotation: QuotationDocument) {
  drawHead(sheet, {
    seller: quotation.seller,
    title: 'Quotation',
    subtitle: 'Not an invoice. No payment is due.',
    to: 'PREPARED FOR',
    buyer: quotation.buyer,
    particulars: particularsOf(quotation),
  })
  drawItems(sheet, quotation)
  drawTotals(
    sheet,
    [
      ['Messages', money(quotation.messages, quotation.currency)],
      ['Platform fee', money(quotation.platformFee, quotation.currency)],
      [`Total (${quotation.currency})`, money(quotation.total, quotation.currency), true],
    ],
    quotation,
  )
  sheet.rule(10)
  for (const note of notesOf(quotation)) sheet.paragraph(note, { size: 8.5, colour: QUIET })
  sheet.footers(`Quotation ${quotation.id} · Computer-generated document, valid without a signature.`)
}

const particularsOf = (quotation: QuotationDocument) =>
  [
    ['Quotation no.', numberOf(quotation.id), true],
    ['Date', date(quotation.quotedAt, quotation.timezone)],
    ['Valid until', instant(quotation.expiresAt, quotation.timezone), true],
    ['Template', quotation.template ? `${quotation.template.name} (${quotation.template.language})` : 'Deleted'],
    ['Category', CATEGORY_WORDS[quotation.category]],
    ['Contact list', quotation.listName ?? 'Deleted'],
    ['Recipients', whole(quotation.recipients, quotation.currency), true],
  ] as const

/** A short number for people; the full id is in the footer. */
const numberOf = (id: string) => `Q-${id.slice(-12).toUpperCase()}`

const CATEGORY_WORDS: Record<QuotationDocument['category'], string> = {
  MARKETING: 'Marketing',
  UTILITY: 'Utility',
  AUTHENTICATION: 'Authentication',
  SERVICE: 'Service',
}

function drawItems(sheet: Sheet, { items, category, currency }: QuotationDocument) {
  const columns = [
    { title: '#', share: 5 },
    { title: 'Country', share: 30 },
    { title: 'Category', share: 16 },
    { title: 'Recipients', share: 13, align: 'right' },
    { title: 'Price per message', share: 19, align: 'right' },
    { title: 'Subtotal', share: 17, align: 'right' },
  ] as const
  const rows = items.map(({ countryCode, recipients, unit, subtotal }, i) => [
    String(i + 1),
    `${countryName(countryCode)} (${countryCode})`,
    CATEGORY_WORDS[category],
    whole(recipients, currency),
    money(unit, currency),
    money(subtotal, currency),
  ])
  drawTable(sheet, columns, rows)
}

function notesOf(quotation: QuotationDocument): string[] {
  const { skipped, discountPercent, currency, exchangeRate, expiresAt, timezone } = quotation
  return [
    `These prices apply to a campaign with this template and contact list that is launched with this quotation before ${instant(expiresAt, timezone)}, provided the number of recipients in each country is unchanged.`,
    'The total is placed on hold in your prepaid wallet at launch. The cost of undelivered messages is returned to your wallet. No GST is added.',
    ...skipped.map(({ reason, count, countries = [] }) => {
      const named = countries.map(
        ({ countryCode, recipients }) => `${countryName(countryCode)} ${whole(recipients, currency)}`,
      )
      const where = named.length > 0 ? `: ${named.join(', ')}` : ''
      return `Excluded contacts: ${whole(count, currency)} ${SKIPPED_WORDS[reason]}${where}.`
    }),
    ...(discountPercent > 0 ? [`Prices include your discount of ${percent(discountPercent)}.`] : []),
    ...(currency === 'USD' ? [] : [`Exchange rate: 1 USD = ${rate(exchangeRate)} ${currency}.`]),
  ]
}

const SKIPPED_WORDS: Record<QuotationDocument['skipped'][number]['reason'], string> = {
  OPTED_OUT: 'opted out',
  VARIABLE_MISSING: 'without a value for every variable',
  COUNTRY_EXCLUDED: 'in excluded countries',
}
