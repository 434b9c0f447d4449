import { spawn } from 'node:child_process'

/** Whom a program runs as when we are root. */
export interface RunUser {
  uid: number
  gid: number
}

/** Nothing of our own environment: PG* variables and library paths would bend what the programs do. */
export const PROGRAM_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }

/**
 * How every program of ours is spawned. In a session of its own, so that Ctrl-C reaches only the product, which then
 * decides; in `/`, since the run user may not be allowed where we are. With a uid, Node also drops root's groups.
 */
export const spawnOptions = (user: RunUser | undefined) => ({
  detached: true,
  cwd: '/',
  env: PROGRAM_ENV,
  ...(user && { uid: user.uid, gid: user.gid }),
})

export interface ProgramResult {
  ok: boolean
  stdout: string
  /** Why it failed, if it did: its error output, or why it could not be run at all. */
  stderr: string
}

/** Runs a short program to its end. A failure is an answer; only an abort throws, once the program is gone. */
export function runProgram(
  file: string,
  args: string[],
  options: { user: RunUser | undefined; signal?: AbortSignal | undefined },
): Promise<ProgramResult> {
  const { user, signal } = options
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...spawnOptions(user), signal, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    child.on('error', (error) => (output.stderr += error.message))
    child.on('close', (code) => (signal?.aborted ? reject(signal.reason) : resolve({ ok: code === 0, ...output })))
  })
}
