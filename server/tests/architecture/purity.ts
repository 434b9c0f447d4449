import { MACHINE_TIME } from './exceptions.ts'
import { isProduct } from './reading/sources.ts'
import { occurrences, problemAt, type Rule } from './rule.ts'

const SETTINGS_FILES = ['server/src/platform/config/config.ts', 'sandbox/src/config.ts']
const ENVIRONMENT = /\bprocess\s*\??\.\s*env\b|\bprocess\s*(?:\?\.)?\s*\[|\}\s*=\s*process\b(?!\s*\.)/g

export const environment: Rule = {
  promise: 'the environment is read in config.ts alone',
  find: (files) =>
    files
      .filter((file) => isProduct(file) && !SETTINGS_FILES.includes(file.path))
      .flatMap((file) => [
        ...occurrences(file, ENVIRONMENT, 'reads the environment; take the setting from Config instead'),
        ...file.imports
          .filter(({ specifier }) => /^(node:)?process$/.test(specifier))
          .map(({ index }) =>
            problemAt(file, index, 'imports process; use the global, its environment only in config.ts'),
          ),
      ]),
}

const CLOCK_FILES = ['server/src/platform/clock/clock.ts', 'sandbox/src/clock/clock.ts']
const READS_TIME =
  /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\()|\bnew\s+Date\s*\(\s*\)|(?<!new\s+)(?<!\.)\bDate\s*\(\s*\)|\bperformance\s*\.\s*timeOrigin\b|\bTemporal\s*\.\s*Now\b/g
/** Leases and ages do not follow the product's clock and use clock_timestamp(). */
const DATABASE_TIME =
  /(?<!\.)\bnow\s*\(\s*\)|\b(?:current_timestamp|current_date|current_time|localtimestamp|localtime)\b/gi

/** performance.now() is allowed: it measures durations and does not tell the time. */
export const time: Rule = {
  promise: 'the time comes from the clock, which the sandbox can move',
  find: (files) =>
    files
      .filter((file) => isProduct(file) && !CLOCK_FILES.includes(file.path))
      .flatMap((file) => [
        ...occurrences(file, READS_TIME, 'reads the machine time; take it from the clock, as an argument'),
        ...(file.path.endsWith('/sql.ts')
          ? occurrences({ ...file, code: file.plain }, DATABASE_TIME, 'asks the database for the time; pass it in')
          : []),
      ]),
  exceptions: MACHINE_TIME,
}

const CHANCE = /\bMath\s*\.\s*random\b|\b(?:randomUUID|randomBytes|randomInt|randomFill(?:Sync)?|getRandomValues)\b/g

export const randomness: Rule = {
  promise: 'nothing in the domain is random',
  find: (files) =>
    files
      .filter((file) => file.path.startsWith('server/src/domain/') && !file.isTest)
      .flatMap((file) => occurrences(file, CHANCE, 'draws a random value; the domain gets it as an argument')),
}
