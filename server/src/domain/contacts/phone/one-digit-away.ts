import type { CountryCode } from '../country.ts'
import { type Plan, planOf } from './numbering-plan.ts'

/**
 * Whether digits become a number of a country when one of them is taken out, put in or changed: what a slip of the finger
 * does. Only edits whose result is as long as a mobile number are tried, which for most numbers of other countries is
 * none at all. Where the slip would be in the calling code, the rest must be a mobile number: landlines would make
 * every number of the Emirates (971 …) look like an Indian one (911 …).
 */
export function isOneDigitAway(digits: string, country: CountryCode): boolean {
  const plan = planOf(country)
  const trunk = plan.trunkPrefix.exec(digits)?.[0] ?? ''
  return (
    isNear(digits, plan) ||
    (trunk !== '' && isNear(digits.slice(trunk.length), plan)) ||
    (digits.startsWith(plan.callingCode) && isNear(digits.slice(plan.callingCode.length), plan)) ||
    hasMistypedCallingCode(digits, plan)
  )
}

function isNear(digits: string, { valid, mobileLengths }: Plan): boolean {
  const isValid = (edited: string) => valid.test(edited)
  const has = (length: number) => mobileLengths.includes(length)
  return (
    (has(digits.length - 1) && someWithout(digits, isValid)) ||
    (has(digits.length) && someWith(digits, 1, isValid)) ||
    (has(digits.length + 1) && someWith(digits, 0, isValid))
  )
}

function someWithout(digits: string, is: (edited: string) => boolean): boolean {
  for (let at = 0; at < digits.length; at++) {
    // Of equal neighbours it does not matter which is gone.
    if (at > 0 && digits[at] === digits[at - 1]) continue
    if (is(digits.slice(0, at) + digits.slice(at + 1))) return true
  }
  return false
}

/** With another digit in each place, instead of one of them or between two. */
function someWith(digits: string, replaced: 0 | 1, is: (edited: string) => boolean): boolean {
  for (let at = 0; at <= digits.length - replaced; at++)
    for (let digit = 0; digit <= 9; digit++)
      if (is(`${digits.slice(0, at)}${digit}${digits.slice(at + replaced)}`)) return true
  return false
}

function hasMistypedCallingCode(digits: string, { callingCode, mobile, mobileLengths }: Plan): boolean {
  for (const length of [callingCode.length - 1, callingCode.length, callingCode.length + 1]) {
    const rest = digits.slice(length)
    if (mobileLengths.includes(rest.length) && isOneEdit(digits.slice(0, length), callingCode) && mobile.test(rest))
      return true
  }
  return false
}

function isOneEdit(written: string, meant: string): boolean {
  if (written.length === meant.length) return [...meant].filter((digit, at) => digit !== written[at]).length === 1
  const [longer, shorter] = written.length > meant.length ? [written, meant] : [meant, written]
  return someWithout(longer, (edited) => edited === shorter)
}
