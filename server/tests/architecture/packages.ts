import { isProduct, type SourceFile } from './reading/sources.ts'
import { type Problem, problemAt, type Rule } from './rule.ts'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Workspaces share one `node_modules`, so an undeclared package is found all the same, until another workspace drops it.
 * What runs in production may not rely on `devDependencies`, which a production install leaves out.
 */
export const declaredPackages: Rule = {
  promise:
    'every imported package is declared in the package.json of its workspace, product code outside devDependencies',
  find(files) {
    const manifests = new Map(
      files.filter(({ path }) => MANIFEST.test(path)).map(({ path, text }) => [path, JSON.parse(text) as Manifest]),
    )
    return files.flatMap((file) => undeclared(file, manifests))
  },
}

const MANIFEST = /^(\w+\/)?package\.json$/
/** Type declarations do not exist at run time. */
const isRun = (file: SourceFile) => isProduct(file) && !file.path.endsWith('.d.ts')
/** Everything outside the workspaces belongs to the root. */
const WORKSPACE = /^(server|sandbox|cli|portal)\//

function undeclared(file: SourceFile, manifests: ReadonlyMap<string, Manifest>): Problem[] {
  const path = `${WORKSPACE.exec(file.path)?.[0] ?? ''}package.json`
  const { dependencies, optionalDependencies, devDependencies } = manifests.get(path) ?? {}
  const declared = new Set(
    [dependencies, optionalDependencies, isRun(file) ? {} : devDependencies].flatMap((list) => Object.keys(list ?? {})),
  )
  const field = isRun(file) ? '"dependencies"' : '"dependencies" or "devDependencies"'
  return file.imports.flatMap(({ specifier, index }) => {
    const name = packageOf(specifier)
    if (name === undefined || declared.has(name)) return []
    return [problemAt(file, index, `imports ${name}; declare it in ${field} of ${path}`)]
  })
}

/** `@scope/name/part` is of `@scope/name`; relative paths and Node's own modules are of no package. */
function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:)/.test(specifier)) return undefined
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
}
