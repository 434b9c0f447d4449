const STEPS_MAX = 60
/** Natural steps in seconds. */
const STEP_SECONDS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400]

/** The shortest step that shows a period in a few dozen points. */
export const timelineStep = (from: Date, until: Date): number => {
  const seconds = (until.getTime() - from.getTime()) / 1_000
  return STEP_SECONDS.find((step) => seconds / step <= STEPS_MAX) ?? Math.ceil(seconds / STEPS_MAX)
}
