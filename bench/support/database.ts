import { rm } from 'node:fs/promises'
import pg from 'pg'
import { claimDataDir } from '../../server/src/embedded/data-dir.ts'
import { startPostgres } from '../../server/src/embedded/postgres/postgres.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { makeTempDir } from '../../server/tests/support/services/temp-dir.ts'

/** A fresh embedded PostgreSQL, migrated, with the settings the product runs on. */
export async function startBenchDatabase() {
  const dir = await makeTempDir('bench')
  const claim = await claimDataDir(dir)
  if (claim.kind !== 'owner') throw new Error('a new directory has no owner')
  const postgres = await startPostgres(claim)
  await migrate(postgres.url)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  // A connection that is still closing when the server stops reports an error, which no caller waits for.
  pool.on('error', () => {})
  return {
    url: postgres.url,
    query: (text: string) => pool.query(text),
    async stop() {
      await pool.end()
      await postgres.stop()
      await claim.release()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
