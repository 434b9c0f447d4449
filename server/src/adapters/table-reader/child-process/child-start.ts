import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TableOptions } from '../../../ports/table-reader.ts'

/** The file and what is made of it lie outside the heap; all together stay below 300 MB. */
const HEAP_MEGABYTES = 192
/** Rows live for a moment: with less room for them a sixth of the time went into moving those that were still there. */
const YOUNG_ROOM = '--max-semi-space-size=32'
const THIS_FILE = fileURLToPath(import.meta.url)
const PROGRAM = fileURLToPath(new URL(`./child${extname(THIS_FILE)}`, import.meta.url))

export interface ChildOptions {
  heapMegabytes?: number
  /** Another program than ours, for tests of how it may fail. */
  program?: string
}

export interface Child {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; error?: Error }>
  readonly kill: () => void
  /** Kills it, and comes back when it is gone. */
  dispose(): Promise<void>
}

export function startChild(tableOptions: TableOptions, options: ChildOptions): Child {
  const { heapMegabytes = HEAP_MEGABYTES, program = PROGRAM } = options
  const flags = [`--max-old-space-size=${heapMegabytes}`, YOUNG_ROOM, ...loaderOf(program)]
  const child = spawn(process.execPath, [...flags, program, JSON.stringify(tableOptions)], {
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
  // A child that ends early breaks its pipes; how it ended says more.
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

/** Sources, in tests and in development, need the loader, which is found from here and not from where the child runs. */
function loaderOf(program: string): string[] {
  if (extname(program) !== '.ts') return []
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
}

/** Hands the content over as fast as the child takes it. What goes wrong with the content is thrown as it is. */
export async function feed({ stdin, ended }: Child, content: AsyncIterable<Uint8Array>) {
  for await (const bytes of content) {
    if (stdin.destroyed) return
    if (!stdin.write(bytes)) await Promise.race([once(stdin, 'drain').catch(() => {}), ended])
  }
  stdin.end()
}
