import { atEnd } from '../cleanup.ts'
import { begin, cleanUp, killDatabase, makeTempDir } from '../services/embedded.ts'

/** A PostgreSQL of the test alone, with the tables that `prepare` creates, because a test must not restart the server of other tests. */
export async function startDatabase(prepare: (url: string) => Promise<unknown>) {
  atEnd(cleanUp)
  const dir = await makeTempDir('fleet')
  let server = await begin(dir)
  await prepare(server.url)
  return {
    url: server.url,
    /** Stops it as an administrator does, or kills all its processes (-9), and starts it again at its address. */
    async restart(how: 'stop' | 'crash') {
      if (how === 'crash') await killDatabase(dir)
      await server.end().catch(() => {})
      server = await begin(dir)
    },
  }
}
