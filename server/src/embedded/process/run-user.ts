import { readFile, stat } from 'node:fs/promises'
import { StartFailure } from '../start-failure.ts'
import { type RunUser, runProgram } from './run-program.ts'

/** PostgreSQL refuses to run as root. Undefined means the current user. */
export async function chooseRunUser(existingCluster: string | undefined): Promise<RunUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const owner = existingCluster && (await stat(existingCluster).catch(() => undefined))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = await readUsers()
  const user = users.get('postgres') ?? users.get('nobody')
  if (user) return user
  throw new StartFailure(
    'PostgreSQL cannot run as root, and there is no user "postgres" or "nobody": start as a regular user, or set DATABASE_URL.',
  )
}

/** Asks the system instead of computing it from modes, because parents, access lists and mounts matter too. */
export async function canAccessDirectory(user: RunUser | undefined, dir: string): Promise<boolean> {
  return (await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], { user })).ok
}

async function readUsers(): Promise<Map<string, RunUser>> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  return new Map(lines.map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]))
}
