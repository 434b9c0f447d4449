import { afterAll } from 'vitest'
import { undoAll } from './at-end.ts'

/** Runs before each test file, also where files share a process and its modules. */
afterAll(undoAll)
