/** The precision that spreadsheet programs keep and show. */
const SIGNIFICANT_DIGITS = 15
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** Up to the precision that is kept. */
export const PLAIN_INTEGER = /^(0|[1-9]\d{0,14})$/

/**
 * A number as shown in the cell: phone numbers with all digits, decimals without the noise of binary fractions. An
 * integer beyond exact precision is returned in exponent form, because its last digits may be lost: the phone rules
 * reject that form.
 */
export function numberText(raw: string): string {
  if (PLAIN_INTEGER.test(raw)) return raw
  const source = raw.trim()
  const value = Number(source)
  if (!NUMBER.test(source) || !Number.isFinite(value)) return raw
  if (Number.isInteger(value))
    return Number.isSafeInteger(value) && significantDigits(source) <= SIGNIFICANT_DIGITS
      ? String(value + 0)
      : exponentText(value)
  if (Math.abs(value) >= 10 ** SIGNIFICANT_DIGITS) return exponentText(value)
  return plainText(Number(value.toPrecision(SIGNIFICANT_DIGITS)))
}

function significantDigits(source: string): number {
  const digits = source.replace(/e.*$/i, '').replace(/[^0-9]/g, '')
  return digits.replace(/^0+|0+$/g, '').length
}

const exponentText = (value: number) => value.toExponential().replace('e', 'E')

/** JavaScript uses exponents below a millionth; spreadsheets do not. */
function plainText(value: number): string {
  const [digits = '', exponent] = String(value).split('e-')
  if (exponent === undefined) return digits
  const sign = digits.startsWith('-') ? '-' : ''
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, '')}`
}
