import { WITHOUT_TRANSACTION, WITHOUT_VENDOR } from './exceptions.ts'
import { type Declaration, declarationsIn, isPlainValue } from './reading/functions.ts'
import { isProduct, type SourceFile } from './reading/sources.ts'
import { occurrences, type Problem, problemAt, type Rule } from './rule.ts'

/** sql.ts, or <topic>.sql.ts in a slice with much SQL. */
export const isSqlPath = (path: string) => /^server\/src\/.*\/([a-z-]+\.){0,2}sql\.ts$/.test(path)
/**
 * Statements that are not about one vendor: sweeps, what operators see, and look-ups by an id or a secret before the
 * vendor is known.
 */
export const isCrossVendor = (file: SourceFile) => /[/.]cross-vendor\.sql\.ts$/.test(file.path)
const isSqlFile = (file: SourceFile) => isSqlPath(file.path)

const VENDOR = 'vendorId: VendorId'

const QUERY =
  /\.\s*(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\s*[(<]|\bsql\s*(?:<[^`;]*?>)?\s*`/g
const QUERY_PACKAGES = new Set(['kysely', 'pg', 'pg-copy-streams'])
/** Adapters contain the SQL of their technology; platform/db is the access to the database itself. */
const MAY_TALK_TO_POSTGRES = /^server\/src\/(adapters|platform\/db)\//

/** A slice with several SQL files declares its tables in tables.ts. */
const DECLARES_TABLES = /^server\/src\/features\/[^/]+\/tables\.ts$/

export const sqlOnlyInSqlFiles: Rule = {
  promise: 'SQL is only in files named sql.ts or *.sql.ts',
  find: (files) =>
    files
      .filter((file) => isProduct(file) && !isSqlFile(file) && !MAY_TALK_TO_POSTGRES.test(file.path))
      .flatMap((file) => [
        ...occurrences(file, QUERY, 'states a query; move it into sql.ts, as a function of its own'),
        ...file.imports
          .filter(({ specifier }) => QUERY_PACKAGES.has(specifier) && !DECLARES_TABLES.test(file.path))
          .map(({ specifier, index }) =>
            problemAt(file, index, `imports ${specifier}; only sql.ts, platform/db and adapters do`),
          ),
      ]),
}

export const handleFirst: Rule = {
  promise: 'a function of sql.ts takes the handle first',
  find: (files) =>
    files
      .filter(isSqlFile)
      .flatMap((file) => [
        ...exportsOf(file).flatMap((declaration) => wrongHandle(file, declaration)),
        ...occurrences(file, /^export\s*[{*]/gm, 'exports by a list; export each function where it stands'),
      ]),
}

function wrongHandle(file: SourceFile, declaration: Declaration): Problem[] {
  const { name, start, parameters } = declaration
  if (!parameters && isPlainValue(file, declaration)) return []
  if (!parameters) return [problemAt(file, start, `${name} is not written as a function, so nobody can check it`)]
  const [first = 'nothing'] = parameters
  if (first === 'db: Db' || first === 'tx: Tx') return []
  if (first === VENDOR) return [] // a part of a statement, which some other function runs
  return [problemAt(file, start, `${name} takes ${oneLine(first)} first; a handle comes first, db: Db or tx: Tx`)]
}

export const vendorSecond: Rule = {
  promise: 'a function of sql.ts takes the vendor second',
  find: (files) =>
    files
      .filter((file) => isSqlFile(file) && !isCrossVendor(file))
      .flatMap((file) =>
        exportsOf(file)
          .filter(({ parameters }) => parameters && parameters[0] !== VENDOR && parameters[1] !== VENDOR)
          .map(({ name, start, parameters }) => {
            const second = oneLine(parameters?.[1] ?? 'nothing')
            return {
              ...problemAt(file, start, `${name} takes ${second} second; vendorId: VendorId comes second`),
              name,
            }
          }),
      ),
  exceptions: WITHOUT_VENDOR,
}

export const crossVendorOnly: Rule = {
  promise: 'a cross-vendor.sql.ts says why it crosses vendors, and contains nothing about one vendor',
  find: (files) =>
    files.filter(isCrossVendor).flatMap((file) => [
      ...(file.text.startsWith('// ')
        ? []
        : [problemAt(file, 0, 'says no reason; begin with a comment why its statements cross vendors')]),
      ...exportsOf(file)
        .filter(({ parameters }) => parameters?.[1] === VENDOR)
        .map(({ name, start }) => problemAt(file, start, `${name} is about one vendor; move it into sql.ts`)),
    ]),
}

const exportsOf = (file: SourceFile) => declarationsIn(file).filter(({ isExported }) => isExported)

const BUILT_WRITE = /\.\s*(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\s*[(<]/
const WRITTEN_WRITE =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|update\s+(?:only\s+)?[\w.]+(?:\s+(?:as\s+)?\w+)?\s+set)\b/i

/** Also checks helpers that are not exported, so that a write cannot hide in one. */
export const writesTakeTx: Rule = {
  promise: 'a function of sql.ts that writes takes a transaction',
  find: (files) =>
    files.filter(isSqlFile).flatMap((file) =>
      declarationsIn(file)
        .filter(({ start, end }) => isWrite(file, start, end))
        .filter(({ parameters }) => parameters?.[0] !== 'tx: Tx')
        .map(({ name, start }) => ({
          ...problemAt(
            file,
            start,
            `${name} writes, so it takes tx: Tx first; a forgotten transaction then does not compile`,
          ),
          name,
        })),
    ),
  exceptions: WITHOUT_TRANSACTION,
}

const isWrite = (file: SourceFile, start: number, end: number) =>
  BUILT_WRITE.test(file.code.slice(start, end)) || WRITTEN_WRITE.test(file.plain.slice(start, end))

const WRITE_TO = /\.\s*(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\s*\(\s*['"](\w+)/g

/** The tables of a slice are the ones that its files add to `Tables`. */
export const ownTables: Rule = {
  promise: 'a sql.ts writes only tables that its own slice declares',
  find: (files) =>
    files.filter(isSqlFile).flatMap((file) => {
      const own = new Set(
        files
          .filter(({ path }) => sliceOf(path) === sliceOf(file.path))
          .flatMap(tablesDeclaredIn)
          .map(({ table }) => table),
      )
      return [...file.plain.matchAll(WRITE_TO)]
        .filter(([, table = '']) => !own.has(table))
        .map(({ 1: table, index }) =>
          problemAt(
            file,
            index,
            `writes ${table}, a table of another slice; call a use case of the slice that owns it`,
          ),
        )
    }),
}

const sliceOf = (path: string) =>
  /^server\/src\/features\/[^/]+/.exec(path)?.[0] ?? path.slice(0, path.lastIndexOf('/'))

/** The tables that a file adds to `Tables`, each with its columns as they are written. */
export function tablesDeclaredIn({ code }: SourceFile): { table: string; columns: string }[] {
  const [, block = ''] = /^ {2}interface Tables \{\n([\s\S]*?)^ {2}\}/m.exec(code) ?? []
  return [...block.matchAll(/^ {4}(\w+): ([\s\S]*?)(?=^ {4}\w+: |(?![\s\S]))/gm)].map(
    ([, table = '', columns = '']) => ({ table, columns }),
  )
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
