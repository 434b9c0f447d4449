// By its path, because in a mutation run the package's name leads here.
import fc from '../node_modules/fast-check/lib/fast-check.js'

const RUNS_MAX = 100

/**
 * Properties are checked with the same examples in every run, so that a score can be compared with the last one, and
 * with a limited number of them, because each is checked for hundreds of mutants.
 */
const assert = (property, { numRuns = RUNS_MAX, ...options } = {}) =>
  fc.assert(property, { seed: 2026, ...options, numRuns: Math.min(numRuns, RUNS_MAX) })

export default { ...fc, assert }
