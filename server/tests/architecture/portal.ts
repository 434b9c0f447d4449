import { SERVER_PACKAGE, type SourceFile } from './reading/sources.ts'
import { type Problem, problemAt, type Rule } from './rule.ts'

const PORTAL = 'portal/'
/** The code that browsers load. Tests and settings may import more. */
const SOURCE = `${PORTAL}src/`

/** Types of schemas and pure rules, so that no server package gets into a browser. */
export const portalImports: Rule = {
  promise: 'the portal imports only what server/package.json exports',
  find: (files) => {
    const shown = exportsOf(files)
    return files.filter(({ path }) => path.startsWith(SOURCE)).flatMap((file) => foreignImports(file, shown))
  },
}

function foreignImports(file: SourceFile, shown: readonly RegExp[]): Problem[] {
  return file.imports.flatMap(({ specifier, target, index }) => {
    if (target === undefined || target.startsWith(PORTAL)) return []
    if (specifier.startsWith('.'))
      return [problemAt(file, index, `imports ${specifier}, which reaches out of ${PORTAL}; import what is exported`)]
    if (shown.some((pattern) => pattern.test(specifier))) return []
    return [problemAt(file, index, `imports ${specifier}, which ${SERVER_PACKAGE} does not export`)]
  })
}

/** `./domain/*` as a pattern for `@harkara/server/domain/money`; a star is one name. */
function exportsOf(files: readonly SourceFile[]): RegExp[] {
  const text = files.find(({ path }) => path === SERVER_PACKAGE)?.text ?? '{}'
  return Object.keys(JSON.parse(text).exports ?? {}).map(
    (key) => new RegExp(`^@harkara/server${key.slice(1).replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`),
  )
}

/** What each part of portal/src may import of the others. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  format: ['format/'],
  api: ['api/', 'format/'],
  components: ['components/', 'api/', 'format/'],
  features: ['features/', 'components/', 'api/', 'format/', 'app/areas.ts'],
}

export const portalAreas: Rule = {
  promise: 'in the portal imports point inward: format ← api ← components ← features ← app',
  find: (files) =>
    files
      .filter(({ path }) => path.startsWith(SOURCE))
      .flatMap((file) => {
        const part = file.path.slice(SOURCE.length).split('/')[0] ?? ''
        const allowed = MAY_IMPORT[part]
        if (!allowed) return []
        return file.imports
          .filter(({ target = '' }) => target.startsWith(SOURCE))
          .filter(({ target = '' }) => !allowed.some((prefix) => target.startsWith(SOURCE + prefix)))
          .map(({ target, index }) =>
            problemAt(file, index, `imports ${target}, but ${part} may import only ${allowed.join(', ')}`),
          )
      }),
}
