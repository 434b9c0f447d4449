import { GST_STATES } from '../../../domain/gstin.ts'
import type { Paper } from './paper.ts'
import { QUIET, type Sheet } from './sheet.ts'
import { countryName, date } from './wording.ts'

const GAP = 18

/** Who sells and what this paper is; then who buys and its particulars. */
export function drawHead(sheet: Sheet, paper: Paper) {
  const half = (sheet.width - GAP) / 2
  drawSupplier(sheet, paper, sheet.width * 0.56)
  sheet.rule(12)
  const top = sheet.y
  const right = sheet.left + half + GAP
  const buyerEnd = drawBuyer(sheet, paper, top, half)
  sheet.y = Math.max(buyerEnd, drawParticulars(sheet, paper, right, top, half)) + 12
}

function drawSupplier(sheet: Sheet, { supplier, title }: Paper, width: number) {
  const top = sheet.y
  let y = top
  y += sheet.write(supplier.name, sheet.left, y, width, { size: 13, weight: 'bold' }) + 2
  y += sheet.write(supplier.address, sheet.left, y, width, { colour: QUIET })
  y += sheet.write(`GSTIN: ${supplier.gstin}`, sheet.left, y, width, { weight: 'bold' })
  y += sheet.write(`State: ${stateLine(supplier.stateCode)}`, sheet.left, y, width, { colour: QUIET })
  const [x, rest] = [sheet.left + width, sheet.width - width]
  const titleHeight = sheet.write(title.toUpperCase(), x, top, rest, { size: 17, weight: 'bold', align: 'right' })
  sheet.write('Original for recipient', x, top + titleHeight, rest, { size: 8, colour: QUIET, align: 'right' })
  sheet.y = Math.max(y, top + titleHeight + 14) + 10
}

function drawBuyer(sheet: Sheet, { customer }: Paper, top: number, width: number): number {
  const { companyName, legalName, gstin, address, country } = customer
  const isIndian = (address?.country ?? country) === 'IN'
  const place = [address?.city, address?.postalCode].filter(Boolean).join(' ')
  let y = top + sheet.write('BILL TO', sheet.left, top, width, { size: 7.5, weight: 'bold', colour: QUIET }) + 2
  y += sheet.write(legalName ?? companyName, sheet.left, y, width, { size: 10.5, weight: 'bold' })
  const lines = [
    legalName && legalName !== companyName ? companyName : undefined,
    address?.line1,
    address?.line2,
    place,
    [address?.state, countryName(address?.country ?? country)].filter(Boolean).join(', '),
  ]
  for (const line of lines) if (line) y += sheet.write(line, sheet.left, y, width)
  if (gstin) y += sheet.write(`GSTIN: ${gstin}`, sheet.left, y, width, { weight: 'bold' })
  else if (isIndian) y += sheet.write('GSTIN: not registered', sheet.left, y, width, { colour: QUIET })
  return y
}

function drawParticulars(sheet: Sheet, paper: Paper, x: number, top: number, width: number): number {
  const { corrects, periodStart, periodEnd } = paper
  const rows: [string, string | null][] = [
    [corrects ? 'Credit note no.' : 'Invoice no.', paper.number],
    ['Date', date(paper.issuedAt)],
    ['Against invoice', corrects && `${corrects.number} of ${date(corrects.issuedAt)}`],
    ['Place of supply', stateLine(paper.placeCode, paper.placeName)],
    ['Reverse charge', 'No'],
    ['Period', periodStart && periodEnd ? `${date(periodStart)} to ${date(periodEnd)}` : null],
    [corrects ? 'Refund reference' : 'Payment reference', paper.reference],
  ]
  const label = 92
  let y = top
  for (const [name, value] of rows) {
    if (!value) continue
    sheet.write(name, x, y, label, { colour: QUIET })
    y += sheet.write(value, x + label, y, width - label, { weight: name.endsWith('no.') ? 'bold' : 'regular' }) + 2.5
  }
  return y
}

const stateLine = (code: string, name = GST_STATES[code] ?? code) => `${name} (code ${code})`
