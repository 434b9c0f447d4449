import { WITHOUT_TRANSACTION, WITHOUT_VENDOR } from './exceptions.ts'
import { type Declaration, declarationsIn, isPlainValue } from './functions.ts'
import { occurrences, type Problem, problemAt, type Rule } from './rule.ts'
import { isProduct, type SourceFile } from './sources.ts'

const isSqlFile = (file: SourceFile) => /^server\/src\/.*\/sql\.ts$/.test(file.path)

const QUERY =
  /\.\s*(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\s*[(<]|\bsql\s*(?:<[^`;]*?>)?\s*`/g
const QUERY_PACKAGES = new Set(['kysely', 'pg', 'pg-copy-streams'])
/** An adapter is the SQL of its technology; platform/db is the way to the database itself. */
const MAY_TALK_TO_POSTGRES = /^server\/src\/(adapters|platform\/db)\//

export const sqlOnlyInSqlFiles: Rule = {
  promise: 'SQL stands in files named sql.ts',
  find: (files) =>
    files
      .filter((file) => isProduct(file) && !isSqlFile(file) && !MAY_TALK_TO_POSTGRES.test(file.path))
      .flatMap((file) => [
        ...occurrences(file, QUERY, 'states a query; move it into sql.ts, as a function of its own'),
        ...file.imports
          .filter(({ specifier }) => QUERY_PACKAGES.has(specifier))
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
  return [problemAt(file, start, `${name} takes ${oneLine(first)} first; a handle comes first, db: Db or tx: Tx`)]
}

export const vendorSecond: Rule = {
  promise: 'a function of sql.ts takes the vendor second',
  find: (files) =>
    files.filter(isSqlFile).flatMap((file) =>
      exportsOf(file)
        .filter(({ parameters }) => parameters && parameters[1] !== 'vendorId: VendorId')
        .map(({ name, start, parameters }) => {
          const second = oneLine(parameters?.[1] ?? 'nothing')
          return { ...problemAt(file, start, `${name} takes ${second} second; vendorId: VendorId comes second`), name }
        }),
    ),
  exceptions: WITHOUT_VENDOR,
}

const exportsOf = (file: SourceFile) => declarationsIn(file).filter(({ isExported }) => isExported)

const BUILT_WRITE = /\.\s*(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\s*[(<]/
const WRITTEN_WRITE =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|update\s+(?:only\s+)?[\w.]+(?:\s+(?:as\s+)?\w+)?\s+set)\b/i

/** Helpers that are not exported too: a write cannot hide in one. */
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

/** The tables of a file are the ones it adds to `Tables`. */
export const ownTables: Rule = {
  promise: 'a sql.ts writes only the tables it declares',
  find: (files) =>
    files.filter(isSqlFile).flatMap((file) => {
      const own = tablesDeclaredIn(file)
      return [...file.plain.matchAll(WRITE_TO)]
        .filter(([, table = '']) => !own.has(table))
        .map(({ 1: table, index }) =>
          problemAt(file, index, `writes ${table}, a table of another file; use a verb of the slice that owns it`),
        )
    }),
}

function tablesDeclaredIn({ code }: SourceFile): Set<string> {
  const [block = ''] = /^ {2}interface Tables \{\n([\s\S]*?)^ {2}\}/m.exec(code) ?? []
  return new Set([...block.matchAll(/^ {4}(\w+): /gm)].map(([, table = '']) => table))
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
