/** Groups digits by locale: 1,00,000 for an Indian vendor. */
export const formatNumber = (count: number, locale: string) => new Intl.NumberFormat(locale).format(count)

/** `1 contact`, `8,412 contacts`; `many` is for irregular plurals. */
export const pluralize = (count: number, one: string, locale: string, many = `${one}s`) =>
  `${formatNumber(count, locale)} ${count === 1 ? one : many}`

/** Turns `PENDING_REVIEW` into `Pending review`. */
export const humanize = (code: string) => capitalize(code.toLowerCase().replaceAll('_', ' '))

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Adds a full stop unless the text already ends with punctuation. */
export const withFullStop = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

const regions = new Intl.DisplayNames('en', { type: 'region' })
/** The English name of a country code. Code 001 stands for international numbers such as +800. */
export const countryName = (code: string) => (code === '001' ? 'International' : (regions.of(code) ?? code))

const languages = new Intl.DisplayNames('en', { type: 'language' })
/** The English name of a language code: `pt_BR` is Brazilian Portuguese. */
export function languageName(code: string): string {
  try {
    return languages.of(code.replace('_', '-')) ?? code
  } catch {
    return code
  }
}

const KB = 1024

/** `1.4 MB` */
export function fileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`
  const isLarge = bytes >= KB * KB
  const size = bytes / (isLarge ? KB * KB : KB)
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${isLarge ? 'MB' : 'KB'}`
}
