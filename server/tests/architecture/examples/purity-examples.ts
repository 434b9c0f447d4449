import { environment, randomness, time } from '../purity.ts'
import { type Example, examples } from './example.ts'

export const PURITY_EXAMPLES: readonly Example[] = [
  ...examples(
    environment,
    [
      'a variable',
      { 'server/src/main.ts': 'const port = process.env.PORT\n' },
      'server/src/main.ts:1: reads the environment',
    ],
    [
      'an index',
      { 'sandbox/src/a.ts': "\nconst port = process['env'].PORT\n" },
      'sandbox/src/a.ts:2: reads the environment',
    ],
    ['taken apart', { 'server/src/a.ts': 'const { env } = process\n' }, 'reads the environment'],
    ['imported', { 'server/src/a.ts': "import { env } from 'node:process'\n" }, 'imports process'],
    [
      'where it belongs, and in tests',
      {
        'server/src/platform/config/config.ts': 'process.env.PORT',
        'sandbox/src/config.ts': 'process.env.PORT',
        'server/tests/support/a.ts': 'process.env.PORT',
        'scripts/a.mjs': 'process.env.PORT',
        'server/src/main.ts': '// process.env\nprocess.exitCode = 1',
      },
    ],
  ),
  ...examples(
    time,
    ['Date.now()', { 'server/src/a.ts': 'const t = Date.now()\n' }, 'server/src/a.ts:1: reads the machine time'],
    ['Date.now as a value', { 'sandbox/src/a.ts': 'const clock = Date.now\n' }, 'reads the machine time'],
    ['new Date()', { 'server/src/a.ts': 'const t = new Date()\n' }, 'reads the machine time'],
    ['new Date', { 'server/src/a.ts': 'const t = new Date\n' }, 'reads the machine time'],
    ['Date()', { 'server/src/a.ts': 'const t = Date()\n' }, 'reads the machine time'],
    ['timeOrigin', { 'server/src/a.ts': 'const t = performance.timeOrigin\n' }, 'reads the machine time'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code
    ['in a template', { 'server/src/a.ts': 'const t = `at ${Date.now()}`\n' }, 'reads the machine time'],
    [
      "the database's time",
      { 'server/src/features/a/sql.ts': 'const t = sql`now()`\n' },
      'asks the database for the time',
    ],
    [
      "the database's date",
      { 'server/src/features/a/sql.ts': "const t = sql.raw('CURRENT_DATE')\n" },
      'asks the database',
    ],
    [
      'instants that are given, durations, and the clock itself',
      {
        'server/src/a.ts':
          'const t = new Date(now.getTime())\nconst ms = performance.now()\nconst d: Date = clock.now()\n',
        'server/src/features/a/sql.ts': 'const t = sql`clock_timestamp()`\nconst u = (now: Date) => now\n',
        'server/src/platform/clock/clock.ts': 'Date.now()',
        'server/src/a.test.ts': 'Date.now()',
      },
    ],
  ),
  ...examples(
    randomness,
    ['Math.random', { 'server/src/domain/a.ts': 'const x = Math.random()\n' }, 'domain/a.ts:1: draws a random value'],
    ['an id', { 'server/src/domain/a.ts': 'const x = crypto.randomUUID()\n' }, 'draws a random value'],
    ['bytes', { 'server/src/domain/a.ts': 'const x = randomBytes(8)\n' }, 'draws a random value'],
    [
      'elsewhere',
      { 'server/src/platform/a.ts': 'const x = randomBytes(8)\n', 'server/src/domain/a.test.ts': 'Math.random()' },
    ],
  ),
]
