import { EXPORTED_FOR_DECLARATIONS, EXPORTED_FOR_OTHERS } from './exceptions.ts'
import { SERVER_PACKAGE, type SourceFile } from './reading/sources.ts'
import { type Problem, problemAt, type Rule } from './rule.ts'

const SOURCE = /^(?:server|sandbox|cli|portal)\/src\//

/** What no other file imports is an implementation detail; without `export` a reader sees that at once. */
export const importedExports: Rule = {
  promise: 'every exported name is imported by another file, if only by a test',
  find(files) {
    const imported = importedNames(files)
    return files
      .filter((file) => SOURCE.test(file.path) && !file.isTest)
      .flatMap((file) => notImported(file, imported.get(file.path) ?? new Set()))
  },
  exceptions: [...EXPORTED_FOR_OTHERS, ...EXPORTED_FOR_DECLARATIONS],
}

const EXPORTED = /^export\s+(?:async\s+)?(?:function\s*\*?|const|let|(?:abstract\s+)?class|interface|type)\s+(\w+)/gm
/** A thread is started by its path and calls this function. */
const isThreadEntry = (path: string, name: string) => path.endsWith('-thread.ts') && name === 'run'

function notImported(file: SourceFile, imported: ReadonlySet<string>): Problem[] {
  if (imported.has(EVERYTHING)) return []
  return [...file.code.matchAll(EXPORTED)].flatMap(({ 1: name = '', index }) => {
    if (imported.has(name) || isThreadEntry(file.path, name)) return []
    return [{ ...problemAt(file, index, `exports ${name}, which no other file imports; remove the export`), name }]
  })
}

/** Stands for all names of a file. */
const EVERYTHING = '*'

/** By file, the names that other files import from it. */
function importedNames(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const pathOf = resolver(files)
  const names = new Map<string, Set<string>>()
  for (const file of files) {
    const clauses = clausesOf(file)
    for (const { target, index } of file.imports) {
      const path = target && pathOf(target)
      if (!path || path === file.path) continue
      const found = names.get(path) ?? new Set()
      for (const name of namesIn(file, clauses.get(index), index)) found.add(name)
      names.set(path, found)
    }
  }
  return names
}

/** `{ a, type b as c }` or `* as sql`, by the position of the specifier. */
const clausesOf = ({ code }: SourceFile) =>
  new Map(
    [...code.matchAll(/\bimport\s([^'"`;=()]*?)\sfrom\s*['"]/g)].map((match) => [
      match.index + match[0].length,
      match[1] ?? '',
    ]),
  )

function namesIn(file: SourceFile, clause: string | undefined, index: number): Iterable<string> {
  if (clause === undefined) return isDynamic(file, index) ? wordsOf(file) : []
  const namespace = /\*\s*as\s+(\w+)/.exec(clause)?.[1]
  if (namespace !== undefined) return membersOf(file, namespace)
  return [...clause.matchAll(/[{,]\s*(?:type\s+)?(\w+)/g)].map(([, name = '']) => name)
}

/** Of a dynamic import the names are not known; one that the file mentions anywhere, even in a string, counts. */
const isDynamic = ({ code }: SourceFile, index: number) =>
  /\b(?:import|require)\s*\(\s*['"]$/.test(code.slice(Math.max(0, index - 20), index))
const wordsOf = ({ plain }: SourceFile) => plain.match(/\w+/g) ?? []

/** A namespace that is passed on is used as a whole. */
function membersOf({ code }: SourceFile, namespace: string): string[] {
  const uses = [
    ...code.matchAll(new RegExp(`(?<![\\w.]|\\bas\\s+)${namespace}\\b(?:\\s*\\.\\s*(\\w+))?(?!\\s*:)`, 'g')),
  ]
  return uses.map(([, name]) => name ?? EVERYTHING)
}

/** Packages of the workspaces are resolved as their package.json says: `server/domain/a` is `server/src/domain/a.ts`. */
function resolver(files: readonly SourceFile[]) {
  const paths = new Set(files.map(({ path }) => path))
  const { exports = {} } = JSON.parse(files.find(({ path }) => path === SERVER_PACKAGE)?.text ?? '{}')
  const patterns = Object.entries<string | { types: string }>(exports).map(([key, value]) => ({
    pattern: new RegExp(`^server${key.slice(1).replaceAll('.', '\\.').replace('*', '(.+)')}$`),
    to: `server${(typeof value === 'string' ? value : value.types).slice(1)}`,
  }))
  return (target: string): string | undefined => {
    if (paths.has(target)) return target
    const found = patterns.flatMap(({ pattern, to }) => {
      const match = pattern.exec(target)
      return match ? [to.replace('*', match[1] ?? '')] : []
    })
    return found.find((path) => paths.has(path))
  }
}
