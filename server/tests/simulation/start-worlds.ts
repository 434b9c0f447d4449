import { Lifecycle } from '../../src/platform/lifecycle.ts'
import { createLog } from '../../src/platform/log.ts'
import { atEnd } from '../support/cleanup.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { assertInvariants } from '../support/database/invariants.ts'
import { startWorld, type World } from './world/start-world.ts'

/** Several worlds in one process, each with a database of its own: while one waits for it, another goes on. */
export async function startWorlds(count: number): Promise<World[]> {
  const worlds: World[] = []
  for (let n = 0; n < count; n++) {
    const databaseUrl = await createTestDatabase()
    atEnd(() => assertInvariants(databaseUrl))
    const lifecycle = new Lifecycle(createLog('silent'))
    atEnd(() => lifecycle.stop())
    worlds.push(await startWorld(databaseUrl, lifecycle))
  }
  return worlds
}
