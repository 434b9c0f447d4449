import { randomInt } from 'node:crypto'

const SEED_MAX = 2 ** 31

/** Each long run tries something else. It says by which seed, and `SEED` in the environment makes it come back. */
export const SEED = Number(process.env['SEED'] || randomInt(1, SEED_MAX))
