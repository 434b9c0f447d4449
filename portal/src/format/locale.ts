import { CURRENCY_LOCALES } from '@harkara/server/domain/money/currencies'
import type { LocaleSettings } from './dates.ts'

/** The vendor's locale: English in its country's conventions, and its time zone. */
export function localeOf(vendor: { country: string; timezone: string; currency: string } | null): LocaleSettings {
  if (!vendor) return { locale: 'en-IN', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const locale = supported(`en-${vendor.country}`) ?? CURRENCY_LOCALES[vendor.currency] ?? 'en-IN'
  return { locale, timeZone: vendor.timezone }
}

const supported = (locale: string) => Intl.DateTimeFormat.supportedLocalesOf([locale])[0]
