import { language } from './language.ts'

const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
/** Codes that have a name but no phone numbers of their own. */
const NOT_COUNTRIES = new Set('AQ BV CP CQ DG EA EU EZ GS HM IC PN QO TF UM UN XA XB ZZ'.split(' '))
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Country codes and English names, sorted by name. */
export const countries = () => {
  list ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NOT_COUNTRIES.has(code) && isCurrent(code))
    .map((code) => ({ code, name: regions.of(code) ?? code }))
    .filter(({ code, name }) => name !== code)
    .sort((a, b) => a.name.localeCompare(b.name, language))
  return list
}
let list: readonly { code: string; name: string }[] | undefined

/** Excludes deprecated codes such as SU and UK, which map to RU and GB. */
function isCurrent(code: string): boolean {
  return regions.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code
}
