import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new directory that the database's user can enter even when the tests run as root. */
export async function makeTempDir(name: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), `harkara ${name} `))
  await chmod(dir, 0o755)
  return dir
}
