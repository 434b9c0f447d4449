import { CURRENCY_LOCALES } from '@harkara/server/domain/money/currencies'
import type { LocaleSettings } from './dates.ts'
import { language } from './language.ts'

/** The vendor's locale: the language of the page in its country's conventions, and its time zone. */
export function localeOf(vendor: { country: string; timezone: string; currency: string } | null): LocaleSettings {
  if (!vendor) return { locale: `${language}-IN`, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const locale =
    supported(`${language}-${vendor.country}`) ??
    ((language === 'en' && CURRENCY_LOCALES[vendor.currency]) || `${language}-IN`)
  return { locale, timeZone: vendor.timezone }
}

const supported = (locale: string) => Intl.DateTimeFormat.supportedLocalesOf([locale])[0]
