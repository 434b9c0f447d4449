import { drawDocument } from '../../../platform/pdf/draw-document.ts'
import { drawHead } from '../../../platform/pdf/head.ts'
import { QUIET, type Sheet } from '../../../platform/pdf/sheet.ts'
import { drawTable } from '../../../platform/pdf/table.ts'
import { drawTotals } from '../../../platform/pdf/totals.ts'
import { countryName, date, instant, money, percent, rate, whole } from '../../../platform/pdf/wording.ts'
import type { Paper } from './paper.ts'

/** Runs in a thread. The same paper gives the same page. */
export async function run(paper: Paper): Promise<Uint8Array> {
  const info = { title: `Quotation ${paper.id}`, author: paper.seller.name, at: new Date(paper.quotedAt) }
  return drawDocument(info, paper.buyer, (sheet) => drawQuotation(sheet, paper))
}

function drawQuotation(sheet: Sheet, paper: Paper) {
  drawHead(sheet, {
    seller: paper.seller,
    title: 'Quotation',
    subtitle: 'Not an invoice. No payment is due.',
    to: 'PREPARED FOR',
    buyer: paper.buyer,
    particulars: particularsOf(paper),
  })
  drawItems(sheet, paper)
  drawTotals(
    sheet,
    [
      ['Messages', money(paper.messages, paper.currency)],
      ['Platform fee', money(paper.platformFee, paper.currency)],
      [`Total (${paper.currency})`, money(paper.total, paper.currency), true],
    ],
    paper,
  )
  sheet.rule(10)
  for (const note of notesOf(paper)) sheet.paragraph(note, { size: 8.5, colour: QUIET })
  sheet.footers(`Quotation ${paper.id} · Computer-generated document, valid without a signature.`)
}

const particularsOf = (paper: Paper) =>
  [
    ['Quotation no.', numberOf(paper.id), true],
    ['Date', date(paper.quotedAt, paper.timezone)],
    ['Valid until', instant(paper.expiresAt, paper.timezone), true],
    ['Template', paper.template ? `${paper.template.name} (${paper.template.language})` : 'Deleted'],
    ['Category', CATEGORY_WORDS[paper.category]],
    ['Contact list', paper.listName ?? 'Deleted'],
    ['Recipients', whole(paper.recipients, paper.currency), true],
  ] as const

/** What people read to each other; the whole id stands at the foot of the page. */
const numberOf = (id: string) => `Q-${id.slice(-12).toUpperCase()}`

const CATEGORY_WORDS: Record<Paper['category'], string> = {
  MARKETING: 'Marketing',
  UTILITY: 'Utility',
  AUTHENTICATION: 'Authentication',
  SERVICE: 'Service',
}

function drawItems(sheet: Sheet, { items, category, currency }: Paper) {
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

function notesOf(paper: Paper): string[] {
  const { skipped, discountPercent, currency, exchangeRate, expiresAt, timezone } = paper
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

const SKIPPED_WORDS: Record<Paper['skipped'][number]['reason'], string> = {
  OPTED_OUT: 'opted out',
  VARIABLE_MISSING: 'without a value for every variable',
  COUNTRY_EXCLUDED: 'in excluded countries',
}
