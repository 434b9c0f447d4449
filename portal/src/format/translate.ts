import { language } from './language.ts'
import { catalogues, type MessageArea } from './languages/catalogues.ts'
import type { patternsOf } from './languages/server-patterns.ts'
import { formatMessage, type MessageValue } from './message-format.ts'

const translations = new Map<string, string>()
const loading = new Map<MessageArea, Promise<void>>()
/** Of the server's texts with values. English has none. */
let findPattern: ReturnType<typeof patternsOf> | undefined

/** The locale of numbers in messages: that of the vendor once it is known. */
let numberLocale = language === 'en' ? 'en-IN' : `${language}-IN`
export const setNumberLocale = (locale: string) => {
  numberLocale = locale
}

/** Loads the texts of an area before its pages. English is written in the pages and needs nothing. */
export function loadMessages(area: MessageArea): Promise<void> {
  if (language === 'en') return Promise.resolve()
  const load = catalogues[language][area]
  const known =
    loading.get(area) ??
    load().then(async ({ default: texts }) => {
      addTranslations(texts)
      if (area === 'server')
        findPattern = (await import('./languages/server-patterns.ts')).patternsOf(Object.keys(texts))
    })
  loading.set(area, known)
  // A failed download is tried again with the next page.
  known.catch(() => loading.delete(area))
  return known
}

function addTranslations(texts: Readonly<Record<string, string>>) {
  for (const [message, translation] of Object.entries(texts)) translations.set(message, translation)
}

/**
 * A text in the language of the page. `message` is the English text in ICU MessageFormat and the key of its translations:
 * `t('{count, plural, one {# contact} other {# contacts}} deleted.', { count })`.
 */
export const t = (message: string, values: Values = {}): string => translate(message, values)

type Values = Readonly<Record<string, string | number | null | undefined>>

const translate = (message: string, values: Values) =>
  formatMessage<null | undefined>(translations.get(message) ?? message, values, numberLocale).join('')

/** The same as parts, for texts with elements in them. */
export const translateParts = <Part>(message: string, values: Readonly<Record<string, MessageValue<Part>>>) =>
  formatMessage<Part>(translations.get(message) ?? message, values, numberLocale)

/**
 * A text of the server, such as the title of an error, or `Hold for campaign Diwali`, whose translation has the values
 * of the text. Texts without a translation stay as they are.
 */
export function translateServerText(text: string): string {
  const translation = translations.get(text)
  const found = translation === undefined && findPattern?.(text)
  return found ? translate(found.message, found.values) : (translation ?? text)
}
