import { afterAll, inject } from 'vitest'
import { undoAll } from './cleanup.ts'
import { BUNDLES, programs } from './processes/programs.ts'

/** Runs before each test file, also when files share a process and its modules. */
afterAll(undoAll)
if (inject('hasBundles')) Object.assign(programs, BUNDLES)

// A repeated run must also use the same examples of properties.
if (process.env['SEED']) (await import('fast-check')).default.configureGlobal({ seed: Number(process.env['SEED']) })
