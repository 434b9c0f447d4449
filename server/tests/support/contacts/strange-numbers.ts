import examples from 'libphonenumber-js/mobile/examples'
import { type CountryCode, callingCodeOf } from '../../../src/domain/contacts/country.ts'
import type { CountryContext } from '../../../src/domain/contacts/phone/country-inference.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'

/** Countries with difficult numbering plans: variable lengths, rewritten prefixes, shared calling codes. */
export const AWKWARD: readonly CountryCode[] = [
  ...(['IN', 'US', 'GB', 'DE', 'AT', 'BR', 'AE', 'SG', 'IT', 'MX', 'AR', 'NG', 'ID', 'FR', 'AU', 'CA'] as const),
  ...(['CN', 'CO', 'FI', 'GG', 'HU', 'IM', 'JE', 'JM', 'KR', 'KZ', 'NO', 'RU', 'SH', 'SJ', 'VA', 'ZA'] as const),
]

interface StrangeNumber {
  raw: string
  context: CountryContext
}

/** Real numbers with changes, and random digits, in correct and incorrect spellings, from files of many countries. */
export function* strangeNumbers(seed: number, count: number): Iterable<StrangeNumber> {
  const thrown = seededRandom(seed)
  for (let i = 0; i < count; i++) yield strangeNumber(thrown)
}

const COUNTRIES = Object.keys(examples) as CountryCode[]

function strangeNumber(random: SeededRandom): StrangeNumber {
  const home = random.pick(AWKWARD)
  const anyCountry = () => (random.chance(0.5) ? home : random.pick(random.chance(0.5) ? AWKWARD : COUNTRIES))
  const origin = anyCountry()
  const national = random.chance(0.7) ? nearExample(origin, random) : randomDigits(4 + random.below(12), random)
  return {
    raw: spelled(prefixed(national, callingCodeOf(origin), random), random),
    context: {
      ...(random.chance(0.2) && { column: anyCountry() }),
      ...(random.chance(0.6) && { default: home }),
      vendor: anyCountry(),
      majority: random.pick([undefined, null, anyCountry()]),
    },
  }
}

/** A valid mobile number with a few digits changed, and sometimes one too few or too many. */
function nearExample(country: CountryCode, random: SeededRandom): string {
  const digits = [...examples[country]]
  for (let changes = random.below(6); changes > 0; changes--)
    digits[random.below(digits.length)] = `${random.below(10)}`
  if (random.chance(0.1)) digits.pop()
  if (random.chance(0.1)) digits.push(`${random.below(10)}`)
  return digits.join('')
}

const randomDigits = (length: number, random: SeededRandom) => Array.from({ length }, () => random.below(10)).join('')

/** Without a prefix, with a calling code in every spelling, with trunk and carrier prefixes, and with two of them. */
function prefixed(national: string, code: string, random: SeededRandom): string {
  const common = ['', code, `+${code}`, '0']
  const rare = [`00${code}`, `011${code}`, `0011${code}`, `0${code}`, `${code}0`, `+${code}0`, code + code]
  const odd = ['1', '8', '06', '90', '015', '044', `${code}1`, `${code}15`, `+${code}9`, '+0', '00', '011', '+']
  return random.pick(random.chance(0.7) ? common : random.chance(0.6) ? rare : odd) + national
}

function spelled(number: string, random: SeededRandom): string {
  if (random.chance(0.6)) return number
  const wrapped = [`'${number}`, ` ${number}\u200b`, `="${number}"`, `${number}.0`, `(${number.slice(0, 4)})`]
  const broken = [`${number}x12`, `${number.slice(0, 1)}.${number.slice(1, 6)}E+11`, `${number}/${number}`, 'n/a', '']
  if (random.chance(0.2)) return random.pick(random.chance(0.7) ? wrapped : broken)
  return [...number]
    .map((digit) => digit + (random.chance(0.2) ? random.pick([' ', '-', '.', '\u00a0', ')']) : ''))
    .join('')
}
