/** 8,412 in the vendor's way of grouping: 1,00,000 for an Indian vendor. */
export const formatCount = (count: number, locale: string) => new Intl.NumberFormat(locale).format(count)

/** `1 contact`, `8,412 contacts`; with a plural of its own where an s does not do. */
export const countOf = (count: number, one: string, locale: string, many = `${one}s`) =>
  `${formatCount(count, locale)} ${count === 1 ? one : many}`

/** PENDING_REVIEW as people read it: Pending review. */
export const words = (code: string) => sentence(code.toLowerCase().replaceAll('_', ' '))

export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Ends with one full stop, whatever it ended with. */
export const fullStop = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

const regions = new Intl.DisplayNames('en', { type: 'region' })
/** `IN` as people read it: India. Numbers such as +800 belong to none. */
export const countryName = (code: string) => (code === '001' ? 'International' : (regions.of(code) ?? code))

const languages = new Intl.DisplayNames('en', { type: 'language' })
/** `pt_BR` as people read it: Brazilian Portuguese. */
export function languageName(code: string): string {
  try {
    return languages.of(code.replace('_', '-')) ?? code
  } catch {
    return code
  }
}
