import { currencyDecimals } from '../money/currencies.ts'

const ONES = [
  ...['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
]
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

type Scale = readonly (readonly [value: bigint, name: string])[]
const INDIAN: Scale = [
  [10_000_000n, 'Crore'],
  [100_000n, 'Lakh'],
  [1_000n, 'Thousand'],
  [100n, 'Hundred'],
]
const WESTERN: Scale = [
  [1_000_000_000n, 'Billion'],
  [1_000_000n, 'Million'],
  [1_000n, 'Thousand'],
  [100n, 'Hundred'],
]

/** `Rupees Two Thousand Nine Hundred Forty-Eight and Eighty-Two Paise Only`; other currencies by their code. */
export function amountInWords(minorUnits: bigint, currency: string): string {
  const decimals = currencyDecimals(currency)
  const unit = 10n ** BigInt(decimals)
  const [whole, part] = [minorUnits / unit, minorUnits % unit]
  if (currency === 'INR') {
    const paise = part > 0n ? ` and ${inWords(part, INDIAN)} Paise` : ''
    return `Rupees ${inWords(whole, INDIAN)}${paise} Only`
  }
  const fraction = part > 0n ? ` and ${part.toString().padStart(decimals, '0')}/${unit}` : ''
  return `${currency} ${inWords(whole, WESTERN)}${fraction} Only`
}

function inWords(n: bigint, scale: Scale): string {
  const step = scale.find(([value]) => n >= value)
  if (step) {
    const [value, name] = step
    const rest = n % value
    return `${inWords(n / value, scale)} ${name}${rest > 0n ? ` ${inWords(rest, scale)}` : ''}`
  }
  if (n < 20n) return ONES[Number(n)] ?? ''
  const ones = n % 10n
  return `${TENS[Number(n / 10n)]}${ones > 0n ? `-${ONES[Number(ones)]}` : ''}`
}
