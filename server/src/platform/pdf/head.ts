import { GST_STATES } from '../../domain/gstin.ts'
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

export interface Head {
  seller: Seller
  title: string
  subtitle: string
  /** What the buyer's block is called. */
  to: string
  buyer: Buyer
  /** What has no value is left out. */
  particulars: readonly (readonly [name: string, value: string | null, isStrong?: true])[]
}

const GAP = 18
const LABEL_WIDTH = 92

/** Who sells and what this paper is; then who buys and its particulars. */
export function drawHead(sheet: Sheet, head: Head) {
  const half = (sheet.width - GAP) / 2
  drawSeller(sheet, head, sheet.width * 0.56)
  sheet.rule(12)
  const top = sheet.y
  const right = sheet.left + half + GAP
  const buyerEnd = drawBuyer(sheet, head, top, half)
  sheet.y = Math.max(buyerEnd, drawParticulars(sheet, head, right, top, half)) + 12
}

function drawSeller(sheet: Sheet, { seller, title, subtitle }: Head, width: number) {
  const top = sheet.y
  let y = top
  y += sheet.write(seller.name, sheet.left, y, width, { size: 13, weight: 'bold' }) + 2
  y += sheet.write(seller.address, sheet.left, y, width, { colour: QUIET })
  y += sheet.write(`GSTIN: ${seller.gstin}`, sheet.left, y, width, { weight: 'bold' })
  y += sheet.write(`State: ${stateLine(seller.stateCode)}`, sheet.left, y, width, { colour: QUIET })
  const [x, rest] = [sheet.left + width, sheet.width - width]
  const titleHeight = sheet.write(title.toUpperCase(), x, top, rest, { size: 17, weight: 'bold', align: 'right' })
  sheet.write(subtitle, x, top + titleHeight, rest, { size: 8, colour: QUIET, align: 'right' })
  sheet.y = Math.max(y, top + titleHeight + 14) + 10
}

function drawBuyer(sheet: Sheet, { to, buyer }: Head, top: number, width: number): number {
  const { companyName, legalName, gstin, address, country } = buyer
  const isIndian = (address?.country ?? country) === 'IN'
  const place = [address?.city, address?.postalCode].filter(Boolean).join(' ')
  let y = top + sheet.write(to, sheet.left, top, width, { size: 7.5, weight: 'bold', colour: QUIET }) + 2
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
