import { cycles } from '../cycles.ts'
import { layers, noTestsInProduct, pureDomain, separateWorkspaces } from '../layers.ts'
import { portalAreas, portalImports } from '../portal.ts'
import { otherSlicesSql, sliceTable } from '../slices.ts'
import { type Example, examples, imports } from './example.ts'

const SLICES = 'server/src/features/dependencies.ts'
const table = (rows: string) => ({ [SLICES]: `export const SLICES = {\n${rows}\n} as const satisfies Table\n` })

const SHOWN = {
  'server/package.json': '{ "exports": { "./*/schema": { "types": "x" }, "./domain/*": "x", "./errors": "x" } }',
}

export const IMPORT_EXAMPLES: readonly Example[] = [
  ...examples(
    portalImports,
    ['a schema', { ...SHOWN, 'portal/src/a.ts': imports('@harkara/server/auth/schema') }],
    ['a pure rule', { ...SHOWN, 'portal/src/a.ts': imports('@harkara/server/domain/money') }],
    ['its own files', { ...SHOWN, 'portal/src/a.tsx': imports('./b.ts', '../vite.config.ts', 'react') }],
    [
      'something not shown',
      { ...SHOWN, 'portal/src/a.tsx': imports('@harkara/server/auth/login') },
      'a.tsx:1: imports @harkara/server/auth/login',
    ],
    [
      'a rule deep inside',
      { ...SHOWN, 'portal/src/a.ts': imports('@harkara/server/domain/money/x') },
      'which server/package.json does not export',
    ],
    [
      'a way around',
      { ...SHOWN, 'portal/src/a.ts': imports('../../server/src/domain/money.ts') },
      'reaches out of portal/',
    ],
  ),
  ...examples(
    portalAreas,
    ['a component → a feature', { 'portal/src/components/a.tsx': imports('../features/b/c.ts') }, 'components may'],
    ['the client → a component', { 'portal/src/api/a.ts': imports('../components/b.tsx') }, 'api may import only'],
    ['a feature → the router', { 'portal/src/features/a/b.ts': imports('../../app/router.ts') }, 'features may'],
    ['a feature → an area', { 'portal/src/features/a/b.ts': imports('../../app/areas.ts', '../c/d.ts') }],
    ['the app → a feature', { 'portal/src/app/a.ts': imports('../features/b/c.ts') }],
  ),
  ...examples(
    layers,
    [
      'domain → ports',
      { 'server/src/domain/a.ts': imports('../ports/b.ts') },
      'domain/a.ts:1: imports server/src/ports/b',
    ],
    [
      'ports → platform',
      { 'server/src/ports/a.ts': imports('../platform/b.ts') },
      'ports may import only ports/, domain/',
    ],
    ['platform → features', { 'server/src/platform/a.ts': imports('../features/b/c.ts') }, 'platform may import only'],
    [
      'features → adapters',
      { 'server/src/features/a/b.ts': imports('../../adapters/c/d.ts') },
      'features may import only',
    ],
    ['features → roles', { 'server/src/features/a/b.ts': imports('../../roles/c.ts') }, 'features may import only'],
    [
      'adapters → platform',
      { 'server/src/adapters/a/b.ts': imports('../../platform/c.ts') },
      'adapters may import only',
    ],
    ['adapters → another', { 'server/src/adapters/a/b.ts': imports('../c/d.ts') }, 'adapters may import only'],
    [
      'shared adapter part → one',
      { 'server/src/adapters/redis-client.ts': imports('./lock/redis.ts') },
      'adapters may',
    ],
    ['embedded → platform', { 'server/src/embedded/a.ts': imports('../platform/log.ts') }, 'embedded may import only'],
    ['roles → adapters', { 'server/src/roles/a.ts': imports('../adapters/b/c.ts') }, 'roles may import only'],
    ['start → adapters', { 'server/src/start.ts': imports('./adapters/b/c.ts') }, 'start.ts may import only'],
    ['compose → features', { 'server/src/compose.ts': imports('./features/b/c.ts') }, 'compose.ts may import only'],
    ['a folder without a layer', { 'server/src/helpers/a.ts': '' }, 'helpers is no layer'],
    ['types count', { 'server/src/domain/a.ts': "import type { X } from '../ports/b.ts'\n" }, 'domain may import only'],
    ['dynamic imports count', { 'server/src/domain/a.ts': "const x = await import('../ports/b.ts')\n" }, 'domain may'],
    ['side effects count', { 'server/src/domain/a.ts': "import '../ports/b.ts'\n" }, 'domain may import only'],
    [
      'passing on counts',
      { 'server/src/domain/a.ts': "export { x } from '../ports/b.ts'\n" },
      'domain may import only',
    ],
    [
      'several lines count',
      { 'server/src/domain/a.ts': "import {\n  x,\n  y,\n} from '../ports/b.ts'\n" },
      'domain may',
    ],
    [
      'a package of our own counts',
      { 'server/src/domain/a.ts': imports('@harkara/server/src/ports/b.ts') },
      'domain may',
    ],
    [
      'permitted imports, tests, and imports in comments',
      {
        'server/src/features/a/b.ts': imports('./c.ts', '../../platform/d.ts', '../../ports/e.ts', '../../domain/f.ts'),
        'server/src/features/a/b.test.ts': imports('../../adapters/x/y.ts'),
        'server/src/adapters/a/b.ts': imports('./c.ts', '../redis-client.ts', '../../ports/a.ts'),
        'server/src/embedded/a.ts': imports('../platform/config/config.ts'),
        'server/src/compose.ts': imports('./adapters/a/b.ts'),
        'server/src/domain/a.ts':
          "// import { x } from '../ports/b.ts'\nconst s = `import { x } from '../ports/b.ts'`\n",
      },
    ],
  ),
  ...examples(
    noTestsInProduct,
    [
      'a test',
      { 'server/src/features/a/b.ts': imports('./b.test.ts') },
      'a/b.ts:1: imports server/src/features/a/b.test.ts',
    ],
    ['test support', { 'server/src/embedded/a.ts': imports('../../tests/support/b.ts') }, 'is there for tests alone'],
    ['of the sandbox', { 'sandbox/src/a.ts': imports('../tests/support/b.ts') }, 'is there for tests alone'],
    ['from a test', { 'server/src/embedded/a.test.ts': imports('./b.test.ts', '../../tests/support/b.ts') }],
  ),
  ...examples(
    separateWorkspaces,
    [
      'sandbox → server',
      { 'sandbox/src/a.ts': imports('../../server/src/b.ts') },
      'sandbox/src/a.ts:1: imports server/',
    ],
    [
      'sandbox test → server',
      { 'sandbox/tests/a.test.ts': imports('../../server/src/b.ts') },
      'knows no code of the server',
    ],
    ['server → sandbox', { 'server/src/a.ts': imports('../../sandbox/src/b.ts') }, 'over HTTP and SMTP only'],
    [
      'server → sandbox as a package',
      { 'server/tests/a.test.ts': imports('@harkara/sandbox') },
      'over HTTP and SMTP only',
    ],
    ['each within its own', { 'sandbox/src/a.ts': imports('./b.ts'), 'server/src/a.ts': imports('./sandbox/b.ts') }],
  ),
  ...examples(
    pureDomain,
    ['files', { 'server/src/domain/a.ts': imports('node:fs') }, 'domain/a.ts:1: imports node:fs'],
    ['a database', { 'server/src/ports/a.ts': imports('pg') }, 'imports pg'],
    ['tests may', { 'server/src/domain/a.test.ts': imports('vitest') }],
  ),
  ...examples(
    cycles,
    [
      'two files',
      { 'server/src/a.ts': imports('./b.ts'), 'server/src/b.ts': imports('./a.ts') },
      'a.ts → server/src/b.ts → ',
    ],
    ['itself', { 'scripts/a.mjs': imports('./a.mjs') }, 'scripts/a.mjs → scripts/a.mjs'],
    [
      'three files, by types',
      {
        'sandbox/src/a.ts': "import type { A } from './b.ts'\n",
        'sandbox/src/b.ts': "import type { A } from './c.ts'\n",
        'sandbox/src/c.ts': "import type { A } from './a.ts'\n",
      },
      'sandbox/src/a.ts → sandbox/src/b.ts → sandbox/src/c.ts → sandbox/src/a.ts',
    ],
    [
      'a diamond is none',
      { 'a.ts': imports('./b.ts', './c.ts'), 'b.ts': imports('./d.ts'), 'c.ts': imports('./d.ts'), 'd.ts': '' },
    ],
  ),
  ...examples(
    sliceTable,
    [
      'an edge that is not listed',
      {
        ...table('a: [],\nb: [],'),
        'server/src/features/a/x.ts': imports('../b/y.ts'),
        'server/src/features/b/y.ts': '',
      },
      'features/a/x.ts:1: imports server/src/features/b/y.ts, but server/src/features/dependencies.ts does not list b under a',
    ],
    [
      'an edge that nobody uses, or only a test',
      {
        ...table("a: ['b'],\nb: [],"),
        'server/src/features/a/x.test.ts': imports('../b/y.ts'),
        'server/src/features/a/x.ts': '',
        'server/src/features/b/y.ts': '',
      },
      'a does not use b any more',
    ],
    ['a slice that is not in the table', { ...table(''), 'server/src/features/a/x.ts': '' }, 'slice a is missing'],
    ['a slice that is gone', table('a: [],'), 'there is no slice a'],
    [
      'a circle of slices without a circle of files',
      {
        ...table("a: ['b'],\n'b': ['a'],"),
        'server/src/features/a/x.ts': imports('../b/y.ts'),
        'server/src/features/a/z.ts': '',
        'server/src/features/b/y.ts': '',
        'server/src/features/b/w.ts': imports('../a/z.ts'),
      },
      'slices in a circle: a → b → a',
    ],
    [
      'exactly what is used',
      {
        ...table("a: ['b'],\nb: [],"),
        'server/src/features/a/x.ts': imports('../b/y.ts'),
        'server/src/features/b/y.ts': '',
      },
    ],
  ),
  ...examples(
    otherSlicesSql,
    ["another slice's SQL", { 'server/src/features/a/x.ts': imports('../b/sql.ts') }, 'call a use case of that slice'],
    [
      "another slice's types of it",
      { 'server/src/features/a/x.ts': "import type { R } from '../b/sql.ts'\n" },
      'call a use case of that slice',
    ],
    [
      'from outside the slices',
      { 'server/src/start.ts': imports('./features/b/sql.ts') },
      'call a use case of that slice',
    ],
    ['its own', { 'server/src/features/a/x.ts': imports('./sql.ts') }],
  ),
]
