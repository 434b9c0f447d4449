import { countriesOf, WORLD } from '../country.ts'
import { libphonenumber, type NumberParser, type ParsedNumber } from './libphonenumber.ts'
import { callingCodeAt, type NumberingPlan, planOf } from './numbering-plan.ts'

/**
 * libphonenumber compiles its patterns for every number. Here the patterns of each country are compiled once, and the
 * numbers that they settle alone are parsed in the same steps as the library does; everything else (carrier codes,
 * dial-out prefixes, rewritten area codes) is left to the library. A test compares the two.
 */
export const fastPath: NumberParser = {
  international(digits) {
    const callingCode = callingCodeAt(digits)
    if (callingCode === undefined) return undefined
    const plan = planOf(countriesOf(callingCode)[0] ?? callingCode)
    const national = significantDigits(digits.slice(callingCode.length), plan)
    return national === undefined ? libphonenumber.international(digits) : toParsedNumber(national, plan)
  },

  national(digits, country) {
    const plan = planOf(country)
    const whole = plan.dialOut.test(digits) ? undefined : significantDigits(digits, plan)
    if (whole === undefined) return libphonenumber.national(digits, country)
    if (!digits.startsWith(plan.callingCode)) return toParsedNumber(whole, plan)

    const rest = significantDigits(digits.slice(plan.callingCode.length), plan)
    if (rest === undefined) return libphonenumber.national(digits, country)
    const lostPlus = (!plan.general.test(whole) && plan.general.test(rest)) || isTooLong(whole, plan)
    return lostPlus ? fastPath.international(digits) : toParsedNumber(whole, plan)
  },
}

/** The number without its trunk prefix; undefined if only the library can tell. */
function significantDigits(digits: string, plan: NumberingPlan): string | undefined {
  const prefix = plan.trunkPrefix.exec(digits)
  if (!prefix?.[0]) return digits
  if (prefix.length > 1 && prefix.at(-1)) return undefined
  const rest = digits.slice(prefix[0].length)
  if (plan.general.test(digits) && !plan.general.test(rest)) return digits
  const owner = ownerOf(rest, plan)
  return owner.lengths.includes(rest.length) || isTooLong(rest, owner) ? rest : digits
}

const isTooLong = (national: string, plan: NumberingPlan) => national.length > (plan.lengths.at(-1) ?? 0)

function toParsedNumber(national: string, plan: NumberingPlan): ParsedNumber | undefined {
  const owner = ownerOf(national, plan)
  if (!owner.valid.test(national)) return undefined
  return { e164: `+${plan.callingCode}${national}`, countryCode: owner.country ?? WORLD, nationalNumber: national }
}

/** The first country under a shared calling code that claims the number, in the library's order. */
function ownerOf(national: string, plan: NumberingPlan): NumberingPlan {
  const countries = countriesOf(plan.callingCode)
  if (countries.length > 1)
    for (const country of countries) {
      const claimant = planOf(country)
      if ((claimant.leadingDigits ?? claimant.valid).test(national)) return claimant
    }
  return plan
}
