import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../cleanup.ts'

/** A new directory that the database's user can enter even when the tests run as root. The caller removes it. */
export async function makeTempDir(name: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), `harkara ${name} `))
  await chmod(dir, 0o755)
  return dir
}

/** The same, removed at the end of the test file, before whatever the file started earlier is stopped. */
export async function newTempDir(name: string): Promise<string> {
  const dir = await makeTempDir(name)
  atEnd(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }))
  return dir
}
