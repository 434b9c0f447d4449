import { randomInt } from 'node:crypto'

const SEED_MAX = 2 ** 31

/** Long runs use a random seed and print it. `SEED` in the environment repeats a run. */
export const SEED = Number(process.env['SEED'] || randomInt(1, SEED_MAX))
