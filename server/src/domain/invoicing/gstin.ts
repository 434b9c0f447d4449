/**
 * An Indian tax number (GSTIN): state code, PAN, entity digit, `Z` and a check character over the first fourteen.
 */
const SHAPE = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const BASE = ALPHABET.length

type GstinProblem = 'shape' | 'state' | 'checksum'

export function gstinProblem(gstin: string): GstinProblem | undefined {
  if (!SHAPE.test(gstin)) return 'shape'
  if (!(gstin.slice(0, 2) in GST_STATES)) return 'state'
  return gstin.endsWith(checkCharacter(gstin.slice(0, 14))) ? undefined : 'checksum'
}

export const stateCodeOf = (gstin: string) => gstin.slice(0, 2)

/** Weights 1, 2, 1, 2 … from the left; the base-36 digits of each product are added up. */
function checkCharacter(first14: string): string {
  let sum = 0
  for (const [i, character] of [...first14].entries()) {
    const product = ALPHABET.indexOf(character) * (i % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / BASE) + (product % BASE)
  }
  return ALPHABET.charAt((BASE - (sum % BASE)) % BASE)
}

export const GST_STATES: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  10: 'Bihar',
  11: 'Sikkim',
  12: 'Arunachal Pradesh',
  13: 'Nagaland',
  14: 'Manipur',
  15: 'Mizoram',
  16: 'Tripura',
  17: 'Meghalaya',
  18: 'Assam',
  19: 'West Bengal',
  20: 'Jharkhand',
  21: 'Odisha',
  22: 'Chhattisgarh',
  23: 'Madhya Pradesh',
  24: 'Gujarat',
  26: 'Dadra and Nagar Haveli and Daman and Diu',
  27: 'Maharashtra',
  28: 'Andhra Pradesh (before division)',
  29: 'Karnataka',
  30: 'Goa',
  31: 'Lakshadweep',
  32: 'Kerala',
  33: 'Tamil Nadu',
  34: 'Puducherry',
  35: 'Andaman and Nicobar Islands',
  36: 'Telangana',
  37: 'Andhra Pradesh',
  38: 'Ladakh',
  97: 'Other territory',
  99: 'Centre jurisdiction',
}
