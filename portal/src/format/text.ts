import { language } from './language.ts'
import { t, translateServerText } from './translate.ts'
/** Groups digits by locale: 1,00,000 for an Indian vendor. */
export const formatNumber = (count: number, locale: string) => new Intl.NumberFormat(locale).format(count)

/** `Asha and Ravi`, or with `disjunction` `Asha or Ravi`. */
export const formatList = (names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat(language, { type }).format(names)

/**
 * Turns a code of the provider such as `INVALID_FORMAT` into `Invalid format`. Codes of ours are in a table with a message
 * for each, so that every language has them.
 */
export const providerWords = (code: string) => translateServerText(capitalize(code.toLowerCase().replaceAll('_', ' ')))

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Adds a full stop unless the text already ends with punctuation. */
export const withFullStop = (text: string) => (/[.!?…।]$/.test(text) ? text : t('{text}.', { text }))

const regions = new Intl.DisplayNames(language, { type: 'region' })
/** The name of a country code. Code 001 stands for international numbers such as +800. */
export const countryName = (code: string) => (code === '001' ? t('International') : (regions.of(code) ?? code))

const languages = new Intl.DisplayNames(language, { type: 'language' })
/** The name of a language code: `pt_BR` is Brazilian Portuguese. */
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
  if (bytes < KB) return t('{bytes} bytes', { bytes })
  const isLarge = bytes >= KB * KB
  const size = bytes / (isLarge ? KB * KB : KB)
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${isLarge ? 'MB' : 'KB'}`
}
