import { MINUTE_MS } from '../../src/domain/durations.ts'

/** The timeout of tests that start and kill many processes or repeat a race hundreds of times. */
export const FAULT_RUN_MS = 10 * MINUTE_MS
