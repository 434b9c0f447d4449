const STEPS = [1, 2, 5, 10]
const TICKS_MAX = 4

/** Evenly spaced round numbers from zero to at least `max`, which is the top of the axis. */
export function ticksUpTo(max: number): number[] {
  const rough = Math.max(max, 1) / TICKS_MAX
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  // Counts and minor units are whole numbers, so a step below one would repeat labels.
  const step = Math.max(1, (STEPS.find((one) => one * magnitude >= rough) ?? 10) * magnitude)
  const count = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Indexes of the labels that fit without touching. The last one, which is the newest, is always among them. */
export function labelIndexes(count: number, spacing: number, labelWidth: number): number[] {
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(1, spacing)))
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0)
}

const DAYS_MIN = 7

/** Leaves out the days before the first activity, so that a new account's figures do not stand alone in an empty month. */
export function fromFirstActivity<Day>(days: readonly Day[], isActive: (day: Day) => boolean): Day[] {
  const first = days.findIndex(isActive)
  return first < 0 ? [] : days.slice(Math.min(first, Math.max(0, days.length - DAYS_MIN)))
}
