import { GST_STATES } from '../../domain/invoicing/gstin.ts'
import { drawBrandMark } from './brand.ts'
import { QUIET, type Sheet } from './sheet.ts'
import { countryName } from './wording.ts'

export interface Seller {
  name: string
  address: string
  gstin: string
  stateCode: string
}

export interface Buyer {
  companyName: string
  legalName: string | null
  gstin: string | null
  address: {
    line1: string
    line2?: string | null | undefined
    city?: string | null | undefined
    state?: string | null | undefined
    postalCode?: string | null | undefined
    country?: string | null | undefined
  } | null
  country: string
}

interface Head {
  seller: Seller
  title: string
  subtitle: string
  /** A framed word below the title. */
  mark?: string | null
  /** The heading of the buyer's block. */
  to: string
  buyer: Buyer
  /** Particulars without a value are omitted. */
  particulars: readonly (readonly [name: string, value: string | null, isStrong?: true])[]
}

const GAP = 18
const BRAND_SIZE = 18
const LABEL_WIDTH = 92

/** Draws the seller and the title, then the buyer and the particulars. */
export function drawHead(sheet: Sheet, head: Head) {
  const half = (sheet.width - GAP) / 2
  drawSeller(sheet, head, sheet.width * 0.56)
  sheet.rule(12)
  const top = sheet.y
  const right = sheet.left + half + GAP
  const buyerEnd = drawBuyer(sheet, head, top, half)
  sheet.y = Math.max(buyerEnd, drawParticulars(sheet, head, right, top, half)) + 12
}

function drawSeller(sheet: Sheet, { seller, title, subtitle, mark }: Head, width: number) {
  const top = sheet.y
  let y = top
  drawBrandMark(sheet, sheet.left, y, BRAND_SIZE)
  const beside = BRAND_SIZE + 7
  y += sheet.write(seller.name, sheet.left + beside, y, width - beside, { size: 13, weight: 'bold' }) + 4
  y += sheet.write(seller.address, sheet.left, y, width, { colour: QUIET })
  y += sheet.write(`GSTIN: ${seller.gstin}`, sheet.left, y, width, { weight: 'bold' })
  y += sheet.write(`State: ${stateLine(seller.stateCode)}`, sheet.left, y, width, { colour: QUIET })
  const [x, rest] = [sheet.left + width, sheet.width - width]
  const titleHeight = sheet.write(title.toUpperCase(), x, top, rest, { size: 17, weight: 'bold', align: 'right' })
  sheet.write(subtitle, x, top + titleHeight, rest, { size: 8, colour: QUIET, align: 'right' })
  if (mark) drawMark(sheet, mark, top + titleHeight + 15)
  sheet.y = Math.max(y, top + titleHeight + (mark ? 15 + MARK_HEIGHT : 14)) + 10
}

const MARK_COLOUR = '#1b7f4b'
const MARK_WIDTH = 46
const MARK_HEIGHT = 16

function drawMark(sheet: Sheet, mark: string, y: number) {
  const x = sheet.right - MARK_WIDTH
  sheet.doc.lineWidth(1).roundedRect(x, y, MARK_WIDTH, MARK_HEIGHT, 2).strokeColor(MARK_COLOUR).stroke()
  sheet.write(mark, x, y + 1.5, MARK_WIDTH, { size: 9, weight: 'bold', colour: MARK_COLOUR, align: 'center' })
}

function drawBuyer(sheet: Sheet, { to, buyer }: Head, top: number, width: number): number {
  const { companyName, legalName, gstin, address, country } = buyer
  const isIndian = (address?.country ?? country) === 'IN'
  const together = (separator: string, ...values: (string | null | undefined)[]) => {
    const given = values.filter((value) => typeof value === 'string' && value !== '') as string[]
    return given.length > 0 ? { values: given, separator } : undefined
  }
  let y = top + sheet.write(to, sheet.left, top, width, { size: 7.5, weight: 'bold', colour: QUIET }) + 2
  y += sheet.write(legalName ?? companyName, sheet.left, y, width, { size: 10.5, weight: 'bold' })
  const lines = [
    legalName && legalName !== companyName ? companyName : undefined,
    address?.line1,
    address?.line2,
    together(' ', address?.city, address?.postalCode),
    together(', ', address?.state, countryName(address?.country ?? country)),
  ]
  for (const line of lines) if (line) y += sheet.write(line, sheet.left, y, width)
  if (gstin) y += sheet.write(`GSTIN: ${gstin}`, sheet.left, y, width, { weight: 'bold' })
  else if (isIndian) y += sheet.write('GSTIN: not registered', sheet.left, y, width, { colour: QUIET })
  return y
}

function drawParticulars(sheet: Sheet, { particulars }: Head, x: number, top: number, width: number): number {
  let y = top
  for (const [name, value, isStrong] of particulars) {
    if (!value) continue
    sheet.write(name, x, y, LABEL_WIDTH, { colour: QUIET })
    const style = { weight: isStrong ? 'bold' : 'regular' } as const
    y += sheet.write(value, x + LABEL_WIDTH, y, width - LABEL_WIDTH, style) + 2.5
  }
  return y
}

export const stateLine = (code: string, name = GST_STATES[code] ?? code) => `${name} (code ${code})`
