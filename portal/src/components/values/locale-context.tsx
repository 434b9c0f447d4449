import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { serverNow } from '../../api/page-settings.ts'
import { formatDay, formatInstant, formatRelative, type LocaleSettings } from '../../format/dates.ts'
import { formatNumber, pluralize } from '../../format/text.ts'

const LocaleContext = createContext<LocaleSettings>({ locale: 'en-IN', timeZone: 'Asia/Kolkata' })

export const LocaleProvider = ({ locale, children }: { locale: LocaleSettings; children: ReactNode }) => (
  <LocaleContext value={locale}>{children}</LocaleContext>
)

export const useLocale = () => useContext(LocaleContext)

/** Formats numbers and dates in the vendor's locale and time zone. */
export function useFormat() {
  const locale = useLocale()
  return useMemo(
    () => ({
      number: (count: number) => formatNumber(count, locale.locale),
      plural: (count: number, one: string, many?: string) => pluralize(count, one, locale.locale, many),
      instant: (iso: string) => formatInstant(iso, locale),
      day: (iso: string) => formatDay(iso, locale),
      relative: (iso: string) => formatRelative(iso, serverNow(), locale),
    }),
    [locale],
  )
}
