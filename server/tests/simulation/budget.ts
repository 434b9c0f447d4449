import { MINUTE_MS } from '../../src/domain/durations.ts'

/** The budget of every commit. Two files share it, so that both cores of a small machine are busy. */
export const WORLDS = 2
export const WALKS = 100
export const STEPS = 60
export const SEED = 1

/** It takes a minute, and on a busy machine many. */
export const HANGS_AFTER_MS = 60 * MINUTE_MS
