import { afterAll } from 'vitest'
import { undoAll } from './at-end.ts'

/** Runs before each test file, also where files share a process and its modules. */
afterAll(undoAll)

// A run that is to come back has the same examples of properties too.
if (process.env['SEED']) (await import('fast-check')).default.configureGlobal({ seed: Number(process.env['SEED']) })
