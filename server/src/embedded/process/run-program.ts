import { spawn } from 'node:child_process'

/** The user as whom a program runs when we are root. */
export interface RunUser {
  uid: number
  gid: number
}

/** Nothing of our own environment, because PG* variables and library paths would change what the programs do. */
const PROGRAM_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }

/**
 * How all of our programs are spawned. In a separate session, so that Ctrl-C reaches only the product; in `/`, because
 * the run user may not be able to enter the current directory. With a uid, Node also drops root's groups.
 */
export const spawnOptions = (user: RunUser | undefined) => ({
  detached: true,
  cwd: '/',
  env: PROGRAM_ENV,
  ...(user && { uid: user.uid, gid: user.gid }),
})

interface ProgramResult {
  ok: boolean
  stdout: string
  /** Why it failed: its error output, or why it could not be run. */
  stderr: string
}

/** Runs a short program to its end. A failure is returned; only an abort throws, after the program has ended. */
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
