const DAY_MS = 86_400_000
const WEEK_DAYS = 7
/** Monday, as in most of the countries we serve. */
const FIRST_WEEKDAY = 1

/** The weeks of a month such as `2026-11`, from Monday on, with the days of the neighbouring months that fill them. */
export function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01`)
  const start = first - ((new Date(first).getUTCDay() - FIRST_WEEKDAY + WEEK_DAYS) % WEEK_DAYS) * DAY_MS
  const end = Date.parse(`${monthAfter(month, 1)}-01`)
  const weeks: string[][] = []
  for (let week = start; week < end; week += WEEK_DAYS * DAY_MS)
    weeks.push(Array.from({ length: WEEK_DAYS }, (_, day) => new Date(week + day * DAY_MS).toISOString().slice(0, 10)))
  return weeks
}

export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}
