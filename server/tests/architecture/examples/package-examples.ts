import { declaredPackages } from '../packages.ts'
import { examples, imports } from './example.ts'

const manifest = (lists: object) => JSON.stringify(lists)

export const PACKAGE_EXAMPLES = [
  ...examples(
    declaredPackages,
    [
      'a package that only another workspace declares',
      {
        'sandbox/package.json': manifest({ dependencies: { zod: '4.0.0' } }),
        'server/package.json': manifest({ dependencies: { pg: '8.0.0' } }),
        'server/src/a.ts': imports('pg', 'zod', 'node:fs', './b.ts'),
      },
      'server/src/a.ts:2: imports zod; declare it in "dependencies" of server/package.json',
    ],
    [
      'product code on a package for development, and a test on the same',
      {
        'server/package.json': manifest({ devDependencies: { '@scope/tool': '1.0.0' } }),
        'server/src/a.ts': imports('@scope/tool/part'),
        'server/src/a.test.ts': imports('@scope/tool/part'),
      },
      'server/src/a.ts:1: imports @scope/tool',
    ],
    [
      'scripts and benchmarks on a package of a workspace',
      {
        'package.json': manifest({ devDependencies: { undici: '7.0.0' } }),
        'server/package.json': manifest({ dependencies: { pg: '8.0.0' } }),
        'bench/a.bench.ts': imports('undici', 'pg'),
      },
      'bench/a.bench.ts:2: imports pg; declare it in "dependencies" or "devDependencies" of package.json',
    ],
  ),
]
