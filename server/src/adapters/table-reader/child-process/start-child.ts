import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TableOptions } from '../../../ports/table-reader.ts'

/** The file and its buffers are outside the heap; the total stays below 300 MB. */
const HEAP_MEGABYTES = 192
/** Rows are short-lived: with a smaller young generation a sixth of the time was spent copying live objects. */
const YOUNG_GENERATION = '--max-semi-space-size=32'
const THIS_FILE = fileURLToPath(import.meta.url)
const SINGLE_FILES = fileURLToPath(new URL(`./child${extname(THIS_FILE)}`, import.meta.url))
/** Written by the build (scripts/bundle-reader.mjs); starts in half the time. */
const BUNDLE = fileURLToPath(new URL('./bundle/child.js', import.meta.url))
const PROGRAM = existsSync(BUNDLE) ? BUNDLE : SINGLE_FILES

export interface ChildOptions {
  heapMegabytes?: number
  /** Another program, for tests of its failures. */
  program?: string
}

export interface Child {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; error?: Error }>
  readonly kill: () => void
  /** Kills the process and waits for its exit. */
  dispose(): Promise<void>
}

export function startChild(options: ChildOptions): Child {
  const { heapMegabytes = HEAP_MEGABYTES, program = PROGRAM } = options
  const flags = [`--max-old-space-size=${heapMegabytes}`, YOUNG_GENERATION, ...loaderOf(program)]
  const child = spawn(process.execPath, [...flags, program], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    // In a process group of its own: Ctrl-C is for us, and we may still finish reading.
    detached: true,
  })
  const ended = new Promise<Awaited<Child['ended']>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
  })
  // A child that exits early breaks its pipes; its exit status is the better error.
  child.stdin.on('error', () => {})
  const kill = () => void child.kill('SIGKILL')
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    kill,
    async dispose() {
      kill()
      child.stdin.destroy()
      child.stdout.destroy()
      await ended
    },
  }
}

/**
 * TypeScript sources, in tests and development, need the loader, which is resolved from here and not from the child's
 * working directory.
 */
function loaderOf(program: string): string[] {
  if (extname(program) !== '.ts') return []
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
}

/** Writes options and content with backpressure. Errors of the content are rethrown unchanged. */
export async function feed({ stdin, ended }: Child, options: TableOptions, content: AsyncIterable<Uint8Array>) {
  stdin.write(`${JSON.stringify(options)}\n`)
  for await (const bytes of content) {
    if (stdin.destroyed) return
    if (!stdin.write(bytes)) await Promise.race([once(stdin, 'drain').catch(() => {}), ended])
  }
  stdin.end()
}
