import type { CountryCode } from '../country.ts'
import { type NumberingPlan, planOf } from './numbering-plan.ts'

/**
 * Whether the digits become a number of the country when one digit is removed, inserted or changed, as by a typing
 * error. Only edits whose result is as long as a mobile number are tried, which for most numbers of other countries is
 * none. If the error would be in the calling code, the rest must be a mobile number: with landlines, every number of
 * the Emirates (971 …) would look like an Indian one (911 …).
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

function isNear(digits: string, { valid, mobileLengths }: NumberingPlan): boolean {
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
    // Removing either of two equal neighbours gives the same result.
    if (at > 0 && digits[at] === digits[at - 1]) continue
    if (is(digits.slice(0, at) + digits.slice(at + 1))) return true
  }
  return false
}

/** Tries every digit at every position, replacing a digit or inserted between two. */
function someWith(digits: string, replaced: 0 | 1, is: (edited: string) => boolean): boolean {
  for (let at = 0; at <= digits.length - replaced; at++)
    for (let digit = 0; digit <= 9; digit++)
      if (is(`${digits.slice(0, at)}${digit}${digits.slice(at + replaced)}`)) return true
  return false
}

function hasMistypedCallingCode(digits: string, { callingCode, mobile, mobileLengths }: NumberingPlan): boolean {
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
