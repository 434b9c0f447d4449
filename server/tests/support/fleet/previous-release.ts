import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { atEnd } from '../cleanup.ts'
import { newDataDir } from '../processes/process.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

export interface PreviousRelease {
  /** Its `main.js`. */
  program: string
  /** Creates its tables, with its own command. */
  migrate(databaseUrl: string): Promise<unknown>
}

/** What deploy/previous-release names: a commit, and the last migration in it. */
export function readPreviousRelease() {
  const lines = readFileSync(join(ROOT, 'deploy/previous-release'), 'utf8').split('\n')
  const [commit = '', migration = ''] = lines.filter((line) => line !== '' && !line.startsWith('#'))
  return { commit, migration }
}

/** Whether this checkout knows the commit; an archive and a shallow clone do not. */
export const hasPreviousRelease = (): Promise<boolean> =>
  run('git', ['cat-file', '-e', `${readPreviousRelease().commit}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  )

/** The files of a folder as they are in it, by name. */
export async function filesOfPreviousRelease(folder: string): Promise<Map<string, string>> {
  const { commit } = readPreviousRelease()
  const { stdout } = await run('git', ['ls-tree', '--name-only', `${commit}:${folder}`], { cwd: ROOT })
  const names = stdout.trim().split('\n')
  const texts = names.map((name) => run('git', ['show', `${commit}:${folder}/${name}`], { cwd: ROOT }))
  return new Map((await Promise.all(texts)).map((shown, i) => [names[i] ?? '', shown.stdout]))
}

/** Builds it from its sources in a directory of its own, with the packages of this checkout. */
export async function buildPreviousRelease(): Promise<PreviousRelease> {
  const dir = join(await newDataDir(), 'previous')
  await run('git', ['worktree', 'add', '--detach', dir, readPreviousRelease().commit], { cwd: ROOT })
  atEnd(() => run('git', ['worktree', 'remove', '--force', dir], { cwd: ROOT }))
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '-b', '--noCheck'], { cwd: dir })
  return {
    program: join(dir, 'server/dist/main.js'),
    migrate: (DATABASE_URL) =>
      run(process.execPath, [join(dir, 'server/dist/commands/migrate.js')], {
        env: { PATH: process.env['PATH'] ?? '', DATABASE_URL, DATA_DIR: dir },
      }),
  }
}
