import { countriesOf, WORLD } from '../country.ts'
import { library, type Reader, type Reading } from './library.ts'
import { callingCodeAt, type Plan, planOf } from './numbering-plan.ts'

/**
 * The library compiles its patterns anew for every number. Here each country's are compiled once, and the numbers they
 * settle alone are read with them, step by step as the library does it; whatever needs more than that (carrier codes,
 * dial-out prefixes, rewritten area codes) is left to the library. A test compares the two.
 */
export const fastPath: Reader = {
  international(digits) {
    const callingCode = callingCodeAt(digits)
    if (callingCode === undefined) return undefined
    const plan = planOf(countriesOf(callingCode)[0] ?? callingCode)
    const national = significantDigits(digits.slice(callingCode.length), plan)
    return national === undefined ? library.international(digits) : readingOf(national, plan)
  },

  national(digits, country) {
    const plan = planOf(country)
    const whole = plan.dialOut.test(digits) ? undefined : significantDigits(digits, plan)
    if (whole === undefined) return library.national(digits, country)
    if (!digits.startsWith(plan.callingCode)) return readingOf(whole, plan)

    const rest = significantDigits(digits.slice(plan.callingCode.length), plan)
    if (rest === undefined) return library.national(digits, country)
    const lostPlus = (!plan.general.test(whole) && plan.general.test(rest)) || isTooLong(whole, plan)
    return lostPlus ? fastPath.international(digits) : readingOf(whole, plan)
  },
}

/** The number without its trunk prefix; undefined where the library has to be asked. */
function significantDigits(digits: string, plan: Plan): string | undefined {
  const prefix = plan.trunkPrefix.exec(digits)
  if (!prefix?.[0]) return digits
  if (prefix.length > 1 && prefix.at(-1)) return undefined
  const rest = digits.slice(prefix[0].length)
  if (plan.general.test(digits) && !plan.general.test(rest)) return digits
  const owner = ownerOf(rest, plan)
  return owner.lengths.includes(rest.length) || isTooLong(rest, owner) ? rest : digits
}

const isTooLong = (national: string, plan: Plan) => national.length > (plan.lengths.at(-1) ?? 0)

function readingOf(national: string, plan: Plan): Reading | undefined {
  const owner = ownerOf(national, plan)
  if (!owner.valid.test(national)) return undefined
  return { e164: `+${plan.callingCode}${national}`, countryCode: owner.country ?? WORLD, nationalNumber: national }
}

/** The first country under a shared calling code that claims the number, in the library's order. */
function ownerOf(national: string, plan: Plan): Plan {
  const countries = countriesOf(plan.callingCode)
  if (countries.length > 1)
    for (const country of countries) {
      const claimant = planOf(country)
      if ((claimant.leadingDigits ?? claimant.valid).test(national)) return claimant
    }
  return plan
}
