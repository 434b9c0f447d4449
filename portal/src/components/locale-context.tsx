import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { serverNow } from '../api/page-settings.ts'
import { formatDay, formatInstant, formatRelative, type Place } from '../format/dates.ts'
import { countOf, formatCount } from '../format/text.ts'

const PlaceContext = createContext<Place>({ locale: 'en-IN', timeZone: 'Asia/Kolkata' })

export const PlaceProvider = ({ place, children }: { place: Place; children: ReactNode }) => (
  <PlaceContext value={place}>{children}</PlaceContext>
)

export const usePlace = () => useContext(PlaceContext)

/** Formats numbers and dates in the vendor's locale and time zone. */
export function useFormat() {
  const place = usePlace()
  return useMemo(
    () => ({
      count: (count: number) => formatCount(count, place.locale),
      countOf: (count: number, one: string, many?: string) => countOf(count, one, place.locale, many),
      instant: (iso: string) => formatInstant(iso, place),
      day: (iso: string) => formatDay(iso, place),
      relative: (iso: string) => formatRelative(iso, serverNow(), place),
    }),
    [place],
  )
}
