import type { Buyer } from './head.ts'
import { type DocumentInfo, Sheet } from './sheet.ts'
import { cjkFamilyOf } from './text/font-catalogue.ts'
import { FontSet } from './text/font-set.ts'

/** Draws until all fonts that the text needs are loaded: once for Latin, twice for most other scripts. */
export async function drawDocument(
  info: DocumentInfo,
  buyer: Buyer,
  draw: (sheet: Sheet) => void,
): Promise<Uint8Array> {
  const { companyName, legalName, address, country } = buyer
  const texts = [companyName, legalName, ...Object.values(address ?? {})].filter((text) => typeof text === 'string')
  const fonts = new FontSet(cjkFamilyOf(texts, address?.country ?? country))
  let sheet: Sheet
  do {
    sheet = new Sheet(info, fonts)
    draw(sheet)
  } while (await fonts.loadMissing())
  return sheet.finish()
}
