import type { Rule } from '../rule.ts'
import { crossVendorOnly, handleFirst, ownTables, sqlOnlyInSqlFiles, vendorSecond, writesTakeTx } from '../sql-files.ts'
import { onlyTxInTransactions } from '../transactions.ts'
import { type Example, examples } from './example.ts'

const SQL = 'server/src/features/a/sql.ts'

/** What stands in the sql.ts of a slice, and what is said about it. */
const inSql = (rule: Rule, ...list: [what: string, text: string, ...problems: string[]][]): Example[] =>
  list.flatMap(([what, text, ...problems]) => examples(rule, [what, { [SQL]: text }, ...problems]))

const inFile = (what: string, path: string, text: string, ...problems: string[]): Example[] =>
  examples(sqlOnlyInSqlFiles, [what, { [path]: text }, ...problems])

const TABLES =
  "declare module '../../platform/db/tables.ts' {\n  interface Tables {\n    wallet: {\n      id: string\n    }\n    ledger: { id: string }\n  }\n}\n"

const FINE = `export const f = (db: Db, vendorId: VendorId, id: string): Promise<X> =>
  db
export async function g<T>(
  tx: Tx,
  vendorId: VendorId,
) {}
export const COLUMNS = ['a'] as const
export interface Row {
  a: string
}
const helper = (id: string) => id
`

const CROSS_VENDOR = 'server/src/features/a/cross-vendor.sql.ts'
const VERB = 'server/src/features/a/pay.ts'

export const SQL_EXAMPLES: readonly Example[] = [
  ...examples(
    onlyTxInTransactions,
    [
      'a function',
      { [VERB]: 'async function payWithin(tx: Tx, deps: Deps) {\n  await find(deps.db, id)\n}\n' },
      'pay.ts:2: payWithin uses deps.db inside a transaction',
    ],
    [
      'a callback',
      { [VERB]: 'const a = inTransaction(deps.db, async (tx) => {\n  await find(deps.db, id)\n})\n' },
      'pay.ts:2: uses deps.db inside a transaction',
    ],
    [
      'before and after it',
      { [VERB]: 'await find(deps.db)\nawait inTransaction(deps.db, (tx) => pay(tx))\nawait find(deps.db)\n' },
    ],
  ),
  ...examples(
    crossVendorOnly,
    [
      'one vendor',
      { [CROSS_VENDOR]: '// Why.\nexport const f = (db: Db, vendorId: VendorId) => db\n' },
      'cross-vendor.sql.ts:2: f is about one vendor',
    ],
    ['no reason', { [CROSS_VENDOR]: 'export const f = (db: Db, now: Date) => db\n' }, 'says no reason'],
    ['all vendors', { [CROSS_VENDOR]: '// Why.\nexport const f = (db: Db, now: Date) => db\n' }],
  ),
  ...examples(vendorSecond, ['all vendors', { [CROSS_VENDOR]: 'export const f = (db: Db, now: Date) => db\n' }]),
  ...inFile('a read', 'server/src/start.ts', "const x = db.selectFrom('a')\n", 'server/src/start.ts:1: states a query'),
  ...inFile('a write', 'server/src/features/a/b.ts', "\n  tx\n    .insertInto('a')\n", 'b.ts:3: states a query'),
  ...inFile('the tag', 'server/src/features/a/b.ts', 'const x = sql`select 1`\n', 'states a query'),
  ...inFile('the typed tag', 'server/src/platform/a.ts', 'const x = sql<{ n: number }>`select 1`\n', 'states a query'),
  ...inFile('the builder', 'server/src/features/a/b.ts', "import { sql } from 'kysely'\n", 'imports kysely'),
  ...inFile('the driver', 'server/src/features/a/b.ts', "import pg from 'pg'\n", 'imports pg'),
  ...inFile('in sql.ts', SQL, "import { sql } from 'kysely'\nconst x = db.selectFrom('a')\n"),
  ...inFile('in an adapter', 'server/src/adapters/lock/postgres.ts', "import pg from 'pg'\nconst x = sql`select 1`\n"),
  ...inFile('in a test', 'server/src/features/a/b.test.ts', "db.selectFrom('a')\n"),
  ...inFile(
    'functions of sql.ts',
    'server/src/features/a/b.ts',
    "import * as sql from './sql.ts'\nawait sql.find(db)\n",
  ),

  ...inSql(
    handleFirst,
    ['no handle', 'export const f = (id: string) => 1\n', `${SQL}:1: f takes id: string first`],
    ['a part of a statement', 'export const f = (vendorId: VendorId) => 1\n'],
    ['nothing', 'export const f = () => 1\n', 'f takes nothing first'],
    ['either handle', 'export const f = (db: Db | Tx, vendorId: VendorId) => db\n', 'f takes db: Db | Tx first'],
    ['an optional handle', 'export const f = (db?: Db, vendorId: VendorId) => db\n', 'f takes db?: Db first'],
    ['a made function', 'export const f = curry(find)\n', 'f is not written as a function'],
    ['a class', 'export class Repository {}\n', 'Repository is not written as a function'],
    ['a list of exports', 'const f = (db: Db) => db\nexport { f }\n', 'exports by a list'],
    ['everything of another file', "export * from './other.ts'\n", 'exports by a list'],
    ['handles, values, types, helpers', FINE],
  ),

  ...inSql(
    vendorSecond,
    ['no vendor', 'export const f = (db: Db, id: string) => db\n', `${SQL}:1: f takes id: string second`],
    ['only a handle', 'export const f = async (tx: Tx) => 1\n', 'f takes nothing second'],
    [
      'one that may be missing',
      'export const f = (db: Db, vendorId?: VendorId) => db\n',
      'f takes vendorId?: VendorId',
    ],
    ['any text', 'export const f = (db: Db, vendorId: string) => db\n', 'f takes vendorId: string second'],
    ['third', 'export const f = (db: Db, of: { a: string, b: X<Y> }, vendorId: VendorId) => db\n', 'f takes of: { a'],
    ['a declared function', 'export async function f(db: Db, id: string) {}\n', 'f takes id: string second'],
    ['type parameters', 'export const f = <T extends X<Y>>(db: Db, id: T): T => id\n', 'f takes id: T second'],
    [
      'a function as parameter',
      'export const f = (db: Db, g: (a: A, b: B) => C) => db\n',
      'f takes g: (a: A, b: B) => C',
    ],
    [
      'several lines',
      'export const f = (\n  tx: Tx,\n  row: { a: string; now: Date },\n) => tx\n',
      'f takes row: { a: ',
    ],
    ['vendors, values, types, helpers', FINE],
  ),

  ...inSql(
    writesTakeTx,
    [
      'an insert',
      "export const f = (db: Db, v: V) => db.insertInto('a')\n",
      `${SQL}:1: f writes, so it takes tx: Tx first`,
    ],
    ['an update', "export const f = (db: Db, v: V) =>\n  db\n    .updateTable('a')\n", 'f writes'],
    ['a delete', "export async function f(db: Db, v: V) {\n  await db.deleteFrom('a')\n}\n", 'f writes'],
    [
      'in words',
      'export const f = (db: Db) => sql`\n  with due as (select 1)\n  update a\n  set b = 1`.execute(db)\n',
      'f writes',
    ],
    ['an insert in words', 'export const f = (db: Db) => sql`insert into a values (1)`.execute(db)\n', 'f writes'],
    [
      'in a helper',
      "const helper = (db: Db) => db.deleteFrom('a')\nexport const f = (db: Db) => helper(db)\n",
      'helper writes',
    ],
    [
      'writes by transaction, reads by either, a lock',
      "/** update a set b */\nexport const f = (tx: Tx) => tx.insertInto('a')\nexport const g = (db: Db) => db.selectFrom('a').forUpdate()\n",
    ],
  ),

  ...inSql(
    ownTables,
    [
      "another slice's table",
      `${TABLES}const f = tx.updateTable('vendor')\n`,
      `${SQL}:9: writes vendor, a table of another slice`,
    ],
    ['a column is no table', `${TABLES}const f = tx.deleteFrom('id')\n`, 'writes id'],
    [
      'its own',
      `${TABLES}const f = tx.updateTable('wallet')\nconst g = tx.insertInto('ledger')\nconst h = db.selectFrom('x')\n`,
    ],
  ),
]
