const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Regions and leftovers that have a name but no telephone numbers of their own. */
const NOT_COUNTRIES = new Set('AQ BV CP CQ DG EA EU EZ GS HM IC PN QO TF UM UN XA XB ZZ'.split(' '))
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Codes and English names, by name. */
export const countries = () => {
  list ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NOT_COUNTRIES.has(code) && isCurrent(code))
    .map((code) => ({ code, name: regions.of(code) ?? code }))
    .filter(({ code, name }) => name !== code)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return list
}
let list: readonly { code: string; name: string }[] | undefined

/** SU and UK still have names, but mean RU and GB. */
function isCurrent(code: string): boolean {
  return regions.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code
}
