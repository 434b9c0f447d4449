import { awaitDatabase, migrateDatabase } from '../infrastructure.ts'
import { runOnDatabase, UsageError } from './command.ts'

/** Updates the database to this version, as a step before its processes start. Running it twice changes nothing. */
await runOnDatabase(async (config, { log }) => {
  if (process.argv.length > 2) throw new UsageError('Usage: npm run migrate')
  await awaitDatabase(config, log)
  const applied = await migrateDatabase(config.DATABASE_URL, console.error)
  if (applied.length === 0) return 'The database is up to date.'
  return `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`
})
