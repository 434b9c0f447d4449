import { availableParallelism, constants, getPriority, setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, workerData } from 'node:worker_threads'
import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina'
import type { SharedVersion } from '../crypto/blind-index.ts'

/**
 * Worker threads for CPU-bound work such as normalising, hashing and encrypting. A task is a module that exports `run`,
 * which takes one value and returns one. A task that runs out of memory or time ends its thread, not the process, and
 * its promise rejects.
 */
export interface Threads {
  /** `task` is relative to the caller: `threads.run(import.meta.url, './evaluate-rows-thread', input)`. */
  run<Input, Output>(callerUrl: string, task: string, input: Input): Promise<Output>
  close(): Promise<void>
}

const MEMORY_MB_MAX = 256
/** Rows are short-lived, so a larger young generation would cost memory without saving work. */
const YOUNG_MB_MAX = 6
const TASK_MS_MAX = 120_000
const IDLE_MS = 30_000

/**
 * Requests to this process have priority over its threads. Only Linux has thread priorities, and an unprivileged
 * process can only lower them.
 */
if (!isMainThread && process.platform === 'linux')
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))

/** Values that every task can read. */
interface SharedWithThreads {
  blindIndexKeys: readonly Uint8Array[]
  blindIndexVersion: SharedVersion
}

/** Called by the code of a task. */
export const sharedWithThreads = () => workerData as SharedWithThreads

/** Marks bytes of a task's input or result that are transferred instead of copied. */
export const withTransfer = <Output extends object>(output: Output, ...bytes: ArrayBufferView[]): Output =>
  move({ [transferableSymbol]: bytes.map(({ buffer }) => buffer), [valueSymbol]: output }) as Output

export function startThreads(shared: SharedWithThreads): Threads {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: Math.max(2, availableParallelism()),
    idleTimeout: IDLE_MS,
    workerData: shared,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MB_MAX },
    ...(IS_SOURCE && { execArgv: ['--import', import.meta.resolve('tsx')] }),
  })
  return {
    run: (callerUrl, task, input) =>
      pool.run(input, {
        name: 'run',
        filename: new URL(`${task}${extname(fileURLToPath(callerUrl))}`, callerUrl).href,
        signal: AbortSignal.timeout(TASK_MS_MAX),
      }),
    close: () => pool.destroy(),
  }
}

/** When the product runs from TypeScript, as in development, a thread needs the same loader. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
