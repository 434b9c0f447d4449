import examples from 'libphonenumber-js/mobile/examples'
import { type CountryCode, callingCodeOf } from '../../../src/domain/contacts/country.ts'
import type { CountryContext } from '../../../src/domain/contacts/phone/country-inference.ts'
import { type Dice, dice } from '../random/dice.ts'

/** Where numbering plans are known to be awkward: open lengths, rewritten prefixes, shared calling codes. */
export const AWKWARD: readonly CountryCode[] = [
  ...(['IN', 'US', 'GB', 'DE', 'AT', 'BR', 'AE', 'SG', 'IT', 'MX', 'AR', 'NG', 'ID', 'FR', 'AU', 'CA'] as const),
  ...(['CN', 'CO', 'FI', 'GG', 'HU', 'IM', 'JE', 'JM', 'KR', 'KZ', 'NO', 'RU', 'SH', 'SJ', 'VA', 'ZA'] as const),
]

export interface StrangeNumber {
  raw: string
  context: CountryContext
}

/** Numbers around real ones and random digits, well and badly spelled, from files of all kinds of countries. */
export function* strangeNumbers(seed: number, count: number): Iterable<StrangeNumber> {
  const thrown = dice(seed)
  for (let i = 0; i < count; i++) yield strangeNumber(thrown)
}

const COUNTRIES = Object.keys(examples) as CountryCode[]

function strangeNumber(dice: Dice): StrangeNumber {
  const home = dice.pick(AWKWARD)
  const anyCountry = () => (dice.chance(0.5) ? home : dice.pick(dice.chance(0.5) ? AWKWARD : COUNTRIES))
  const origin = anyCountry()
  const national = dice.chance(0.7) ? nearExample(origin, dice) : randomDigits(4 + dice.whole(12), dice)
  return {
    raw: spelled(prefixed(national, callingCodeOf(origin), dice), dice),
    context: {
      ...(dice.chance(0.2) && { column: anyCountry() }),
      ...(dice.chance(0.6) && { default: home }),
      vendor: anyCountry(),
      majority: dice.pick([undefined, null, anyCountry()]),
    },
  }
}

/** A real mobile number with a few digits changed, sometimes one too few or too many. */
function nearExample(country: CountryCode, dice: Dice): string {
  const digits = [...examples[country]]
  for (let changes = dice.whole(6); changes > 0; changes--) digits[dice.whole(digits.length)] = `${dice.whole(10)}`
  if (dice.chance(0.1)) digits.pop()
  if (dice.chance(0.1)) digits.push(`${dice.whole(10)}`)
  return digits.join('')
}

const randomDigits = (length: number, dice: Dice) => Array.from({ length }, () => dice.whole(10)).join('')

/** Bare, with a calling code in every spelling, with trunk and carrier prefixes, and with two of them. */
function prefixed(national: string, code: string, dice: Dice): string {
  const common = ['', code, `+${code}`, '0']
  const rare = [`00${code}`, `011${code}`, `0011${code}`, `0${code}`, `${code}0`, `+${code}0`, code + code]
  const odd = ['1', '8', '06', '90', '015', '044', `${code}1`, `${code}15`, `+${code}9`, '+0', '00', '011', '+']
  return dice.pick(dice.chance(0.7) ? common : dice.chance(0.6) ? rare : odd) + national
}

function spelled(number: string, dice: Dice): string {
  if (dice.chance(0.6)) return number
  const wrapped = [`'${number}`, ` ${number}\u200b`, `="${number}"`, `${number}.0`, `(${number.slice(0, 4)})`]
  const broken = [`${number}x12`, `${number.slice(0, 1)}.${number.slice(1, 6)}E+11`, `${number}/${number}`, 'n/a', '']
  if (dice.chance(0.2)) return dice.pick(dice.chance(0.7) ? wrapped : broken)
  return [...number]
    .map((digit) => digit + (dice.chance(0.2) ? dice.pick([' ', '-', '.', '\u00a0', ')']) : ''))
    .join('')
}
