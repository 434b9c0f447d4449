import { fileLength, namedExports, noEnums, noLeftoverNotes } from '../habits.ts'
import { jobsAreWired } from '../jobs.ts'
import { migrations } from '../migrations.ts'
import { retiredWords } from '../retired-words.ts'
import { type Example, examples } from './example.ts'

export const HABIT_EXAMPLES: readonly Example[] = [
  ...examples(
    retiredWords,
    ['in code', { 'server/src/a.ts': 'await sideBySide(items, 2, work)\n' }, 'a.ts:1: "sideBySide" is a retired word'],
    ['in prose', { 'docs/a.md': 'The 95th of a hundred requests.\n' }, '"95th of a hundred" is a retired word'],
    [
      'in a test',
      { 'server/tests/a.test.ts': 'await desk.order()\n' },
      'a.test.ts:1: "desk" is a retired word; say fixture',
    ],
    ['in a migration', { 'server/migrations/0001_a.sql': '-- absorbed\n' }],
    ['another word', { 'server/src/a.ts': 'const recent = 1\n' }],
  ),
  ...examples(
    jobsAreWired,
    ['a slice that is not wired', { 'server/src/features/a/jobs.ts': '' }, 'features/a/jobs.ts: is not wired'],
    [
      'imported but not passed on',
      {
        'server/src/features/a/jobs.ts': '',
        'server/src/roles/jobs.ts': "import * as aJobs from '../features/a/jobs.ts'\nexport const JOBS = []\n",
      },
      'is not wired',
    ],
    [
      'defined elsewhere',
      { 'server/src/features/a/send.ts': "export const j = defineJob('a.j', x)\n" },
      'defines a job',
    ],
    [
      'not exported, and a name used twice',
      {
        'server/src/features/a/jobs.ts':
          "const j = defineJob('a.j', x)\nexport const k = defineJob(\n  'a.j',\n  x,\n)\n",
        'server/src/roles/jobs.ts':
          "import * as aJobs from '../features/a/jobs.ts'\nexport const JOBS = [...runnable(aJobs, handlers)]\n",
      },
      'job j is not exported',
      'defines job a.j, which server/src/features/a/jobs.ts:1 defines too',
    ],
  ),
  ...examples(
    migrations,
    [
      'a gap',
      { 'server/migrations/0001_a.sql': '', 'server/migrations/0003_b.sql': '' },
      '0003_b.sql: is numbered 0003 where 0002',
    ],
    [
      'the same number',
      { 'server/migrations/0001_a.sql': '', 'server/migrations/0001_b.sql': '' },
      '0001_b.sql: is numbered',
    ],
    ['another name', { 'server/migrations/add-table.sql': '' }, 'is not named like'],
    ['a lost table', { 'server/migrations/0001_a.sql': 'DROP  TABLE vendor;' }, 'drops a table'],
    [
      'order and comments',
      { 'server/migrations/0002_b.sql': '-- drop table', 'server/migrations/0001_a.sql': 'select 1;' },
    ],
  ),
  ...examples(
    namedExports,
    ['a default', { 'server/src/a.ts': 'export default 1\n' }, 'server/src/a.ts:1: has a default export'],
    [
      'a default by name',
      { 'server/src/a.ts': 'const a = 1\nexport { a as default }\n' },
      'a.ts:2: has a default export',
    ],
    [
      'everything of another file',
      { 'sandbox/src/index.ts': "export * from './a.ts'\n" },
      'passes on what another file exports',
    ],
    ['a name of another file', { 'server/src/a.ts': "export { b } from './b.ts'\n" }, 'passes on'],
    ['a type of another file', { 'server/src/a.ts': "export type { B } from './b.ts'\n" }, 'passes on'],
    ['names', { 'server/src/a.ts': "export const a = 1\nconst s = 'export default'\nexport { b }\n" }],
  ),
  ...examples(
    noEnums,
    ['an enum', { 'server/src/a.ts': 'export enum Colour { Red }\n' }, 'server/src/a.ts:1: declares an enum'],
    ['a constant one', { 'server/src/a.ts': 'const enum Colour { Red }\n' }, 'declares an enum'],
    ['a schema of texts', { 'server/src/a.ts': "const Colour = z.enum(['RED'])\n" }],
  ),
  ...examples(
    fileLength,
    ['301 lines', { 'server/src/a.ts': '\n'.repeat(301) }, 'server/src/a.ts: 301 lines, more than 300'],
    ['300 lines', { 'server/src/a.ts': '\n'.repeat(300) }],
  ),
  ...examples(
    noLeftoverNotes,
    ['a note', { 'server/src/a.ts': '\n// TODO later\n' }, 'server/src/a.ts:2: TODO is left over'],
    ['in SQL', { 'server/migrations/0001_a.sql': '-- FIXME' }, 'FIXME is left over'],
    ['in a text', { 'server/src/a.ts': "throw new Error('TODO')\n" }, 'TODO is left over'],
    ['in styles', { 'sandbox/assets/a.css': '/* XXX */' }, 'XXX is left over'],
    ['other words, and a currency', { 'server/src/a.ts': "const MASTODON = 'XXX'\n" }],
  ),
]
