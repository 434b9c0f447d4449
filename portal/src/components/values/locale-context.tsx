import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { serverNow } from '../../api/page-settings.ts'
import { formatDay, formatInstant, formatRelative, type LocaleSettings } from '../../format/dates.ts'
import { language } from '../../format/language.ts'
import { formatNumber } from '../../format/text.ts'
import { setNumberLocale } from '../../format/translate.ts'

const LocaleContext = createContext<LocaleSettings>({ locale: `${language}-IN`, timeZone: 'Asia/Kolkata' })

export function LocaleProvider({ locale, children }: { locale: LocaleSettings; children: ReactNode }) {
  setNumberLocale(locale.locale)
  return <LocaleContext value={locale}>{children}</LocaleContext>
}

export const useLocale = () => useContext(LocaleContext)

/** Formats numbers and dates in the vendor's locale and time zone. */
export function useFormat() {
  const locale = useLocale()
  return useMemo(
    () => ({
      number: (count: number) => formatNumber(count, locale.locale),
      instant: (iso: string) => formatInstant(iso, locale),
      day: (iso: string) => formatDay(iso, locale),
      relative: (iso: string) => formatRelative(iso, serverNow(), locale),
    }),
    [locale],
  )
}
