import { importedExports } from '../exports.ts'
import { type Example, examples } from './example.ts'

const A = 'server/src/a.ts'
const KINDS = [
  'export const a = 1',
  'export async function b() {}',
  'export class C {}',
  'export interface D {}',
  'export type E = 1',
].join('\n')
const SERVER = JSON.stringify({
  exports: { './domain/*': './src/domain/*.ts', './*/schema': { types: './src/*/schema.ts' } },
})

export const EXPORT_EXAMPLES: readonly Example[] = examples(
  importedExports,
  [
    'that nobody imports',
    { [A]: KINDS },
    'a.ts:1: exports a, which no other file imports',
    'a.ts:2: exports b',
    'a.ts:3: exports C',
    'a.ts:4: exports D',
    'a.ts:5: exports E',
  ],
  [
    'of which some are imported, one under another name',
    { [A]: KINDS, 'server/src/b.ts': "import { a, C as X, type D } from './a.ts'\nimport type { E } from './a.ts'\n" },
    'exports b',
  ],
  ['that only the file itself uses', { [A]: 'export const a = 1\nconst b = a\n' }, 'exports a'],
  [
    'that only a test uses',
    { [A]: 'export const a = 1\n', 'server/tests/a.test.ts': "import { a } from '../src/a.ts'\n" },
  ],
  [
    'that is imported from another file',
    { [A]: 'export const a = 1\n', 'server/src/b.ts': "import { a } from './c.ts'\n" },
    'exports a',
  ],
  [
    'of a namespace: what is used of it',
    { [A]: KINDS, 'server/src/b.ts': "import * as all from './a.ts'\nall.a(all.C, other.b)\nlet x: all.E\n" },
    'exports b',
    'exports D',
  ],
  ['of a namespace that is passed on', { [A]: KINDS, 'server/src/b.ts': "import * as all from './a.ts'\nrun(all)\n" }],
  [
    'of a dynamic import: what is named, even as text',
    { 'server/src/page.ts': KINDS, 'portal/src/b.ts': "lazy(() => import('../../server/src/page.ts'), 'C')\n" },
    'exports a',
    'exports b',
    'exports D',
    'exports E',
  ],
  [
    'that is imported by the name of the package',
    {
      'server/package.json': SERVER,
      'server/src/domain/a.ts': 'export const a = 1\n',
      'server/src/b/schema.ts': 'export type B = 1\nexport type C = 1\n',
      'portal/src/c.ts':
        "import { a } from '@harkara/server/domain/a'\nimport type { B } from '@harkara/server/b/schema'\n",
    },
    'exports C',
  ],
  ['that starts a thread', { 'server/src/work-thread.ts': 'export function run() {}\n' }],
  [
    'that a declaration for a module only mentions',
    { [A]: KINDS.slice(0, 18), 'server/src/b.ts': "declare module './a.ts' {}\n" },
    'exports a',
  ],
)
