/** The languages of the portal, as they are called in their own. */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof LANGUAGES

const STORED_AS = 'harkara-language'

const isLanguage = (value: string | null | undefined): value is Language =>
  value !== null && value !== undefined && value in LANGUAGES

/** The language chosen in the settings; without a choice the browser's. It stays the same until the page is reloaded. */
export const language: Language = chosenLanguage() ?? browserLanguage()

/** The choice on this device, if one was made. */
export function chosenLanguage(): Language | undefined {
  const stored = localStorage.getItem(STORED_AS)
  return isLanguage(stored) ? stored : undefined
}

function browserLanguage(): Language {
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

/** Reloads the page: texts are looked up once, many of them when their module is loaded. */
export function chooseLanguage(chosen: Language | undefined) {
  if (chosen) localStorage.setItem(STORED_AS, chosen)
  else localStorage.removeItem(STORED_AS)
  location.reload()
}
