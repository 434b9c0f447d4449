import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newTempDir } from '../../server/tests/support/services/temp-dir.ts'

/** The build, which the global setup brings up to date. */
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

interface Run {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: Record<string, string>
  cwd?: string
  stdin?: string
  /** Called whenever something was printed; may end the program. */
  onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void
}

/** The client as a user's shell starts it: a process of its own, with no terminal and nobody else's settings. */
export async function runCli(args: string[], { env = {}, cwd, stdin = '', onOutput }: RunOptions = {}): Promise<Run> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    ...(cwd !== undefined && { cwd }),
  })
  const run: Run = { code: null, stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      run[name] += chunk
      onOutput?.(run.stdout + run.stderr, (signal) => child.kill(signal))
    })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const [code] = await once(child, 'close')
  return { ...run, code }
}

export const newDir = () => newTempDir('cli')

/** Writes a file into a directory of its own; its path. */
export async function newFile(name: string, content: string | Buffer): Promise<string> {
  const path = join(await newDir(), name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}

let numbers = 0
export const newNumber = () => `+9198765${String(10_000 + numbers++)}`
/** Two contacts, one of them twice, and two rows that fail. */
export const messy = () => {
  const [first, second] = [newNumber(), newNumber()]
  return {
    first,
    second,
    text: `Name,Phone,City\nAsha,${first},Pune\nBen,${second},\n\nDan,123,Goa\nEve,n/a,\nAsha,${first},\n`,
  }
}

export const jobIdIn = (text: string) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? ''
