import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Db, openDatabase, type Tx } from '../../../src/platform/db/db.ts'
import type { Tables } from '../../../src/platform/db/tables.ts'
import { atEnd } from '../cleanup.ts'
import { createTestDatabase } from './database.ts'

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** A database that records what is stated, and shows how the planner would execute it. */
export async function openPlanning() {
  const { pool } = openDatabase({ url: await createTestDatabase(), poolSize: 2, onError: () => {} })
  atEnd(() => pool.end())
  const stated: Statement[] = []
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void stated.push({ sql: query.sql, parameters: query.parameters }),
  })
  return {
    db,
    /** What `run` states. */
    async statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
      stated.length = 0
      await run()
      return stated.filter(({ sql: text }) => !/^(begin|start|commit|rollback|set|savepoint|lock)\b/i.test(text))
    },
    /** All nodes of its plan. */
    async planOf({ sql: text, parameters }: Statement): Promise<PlanNode[]> {
      const { rows } = await pool.query(`explain (format json) ${text}`, [...parameters])
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    },
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Statistics then come only when a test asks for them. */
/** What the planner may choose when its statistics say so: nothing is hashed, sorted or kept. For one transaction. */
export const forceNestedLoops = async (tx: Tx) => {
  for (const method of ['hashagg', 'hashjoin', 'mergejoin', 'material', 'memoize', 'sort'])
    await sql.raw(`set local enable_${method} = off`).execute(tx)
}

export const withoutStatistics = async (db: Db, tables: readonly string[]) => {
  for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db)
}
