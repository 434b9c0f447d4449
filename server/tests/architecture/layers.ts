import { isProduct, isTest, type SourceFile } from './reading/sources.ts'
import { type Problem, problemAt, type Rule } from './rule.ts'

const OWN_FOLDER = 'their own folder'

/** Which paths each part of server/src may import, as prefixes. Imports run one way. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain/'],
  ports: ['ports/', 'domain/'],
  platform: ['platform/', 'ports/', 'domain/'],
  // Between slices the table in dependencies.ts decides, see slices.ts.
  features: ['features/', 'platform/', 'ports/', 'domain/'],
  adapters: [OWN_FOLDER, 'adapters/redis-client.ts', 'ports/', 'domain/'],
  embedded: ['embedded/', 'platform/config/config.ts'],
  roles: ['roles/', 'features/', 'platform/'],
  'compose.ts': ['adapters/', 'platform/', 'ports/', 'domain/', 'embedded/start-failure.ts'],
  'infrastructure.ts': ['embedded/', 'platform/'],
  'start.ts': [
    'compose.ts',
    'infrastructure.ts',
    'version.ts',
    'roles/',
    'features/',
    'embedded/',
    'platform/',
    'domain/',
  ],
  commands: ['commands/', 'compose.ts', 'infrastructure.ts', 'features/', 'embedded/', 'platform/', 'domain/'],
  'main.ts': ['start.ts', 'version.ts', 'features/', 'embedded/', 'platform/'],
  'version.ts': [],
}

const SOURCE = 'server/src/'

export const layers: Rule = {
  promise:
    'imports point inward: domain ← ports ← platform ← features ← roles ← main, and only compose.ts knows adapters',
  find: (files) => files.filter((file) => file.path.startsWith(SOURCE) && !file.isTest).flatMap(wrongArrows),
}

function wrongArrows(file: SourceFile): Problem[] {
  const part = partOf(file.path)
  const allowed = MAY_IMPORT[part]
  if (!allowed)
    return [{ file: file.path, sentence: `${file.path}: ${part} is no layer; add it to the table in layers.ts` }]
  const prefixes = allowed.map((prefix) => (prefix === OWN_FOLDER ? ownFolder(file.path) : SOURCE + prefix))
  const mayImport = allowed.length > 0 ? allowed.join(', ') : 'packages'
  return file.imports
    .filter(({ target = '' }) => target.startsWith('server/') && !prefixes.some((prefix) => target.startsWith(prefix)))
    .map(({ target, index }) => problemAt(file, index, `imports ${target}, but ${part} may import only ${mayImport}`))
}

const partOf = (path: string) => path.slice(SOURCE.length).split('/')[0] ?? ''

/** server/src/adapters/lock/, or the file itself where it stands beside the folders. */
function ownFolder(path: string): string {
  const [part, folder, ...rest] = path.slice(SOURCE.length).split('/')
  return rest.length > 0 ? `${SOURCE}${part}/${folder}/` : path
}

export const noTestsInProduct: Rule = {
  promise: 'the product imports no tests',
  find: (files) =>
    files
      .filter(isProduct)
      .flatMap((file) =>
        file.imports
          .filter(({ target }) => target !== undefined && isTest(target))
          .map(({ target, index }) => problemAt(file, index, `imports ${target}, which is there for tests alone`)),
      ),
}

/** Packages that compute and nothing else. Each one added here needs a reason beside it. */
const PURE_PACKAGES: readonly string[] = [
  // The world's numbering plans: rules and tables for reading phone numbers.
  'libphonenumber-js/max',
  'libphonenumber-js/max/metadata',
]

export const pureDomain: Rule = {
  promise: 'the domain and the ports use no package that does input or output',
  find: (files) =>
    files
      .filter((file) => /^server\/src\/(domain|ports)\//.test(file.path) && !file.isTest)
      .flatMap((file) =>
        file.imports
          .filter(({ target, specifier }) => target === undefined && !PURE_PACKAGES.includes(specifier))
          .map(({ specifier, index }) =>
            problemAt(
              file,
              index,
              `imports ${specifier}; domain and ports are pure: what it gives comes in as an argument`,
            ),
          ),
      ),
}

/** Tests too: the two meet over real protocols only. */
export const separateWorkspaces: Rule = {
  promise: 'the server and the sandbox import nothing from each other',
  find: (files) => [
    ...importsFrom(files, 'sandbox/', 'server/', 'the sandbox is the outside world and knows no code of the server'),
    ...importsFrom(files, 'server/', 'sandbox/', 'the server speaks to the sandbox over HTTP and SMTP only'),
  ],
}

const importsFrom = (files: readonly SourceFile[], importer: string, imported: string, why: string): Problem[] =>
  files
    .filter((file) => file.path.startsWith(importer))
    .flatMap((file) =>
      file.imports
        .filter(({ target }) => target?.startsWith(imported))
        .map(({ target, index }) => problemAt(file, index, `imports ${target}; ${why}`)),
    )
