import { availableParallelism, constants, getPriority, setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMainThread, workerData } from 'node:worker_threads'
import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina'

/**
 * Threads for our own code where the processor is the limit: normalising, hashing, encrypting. A task is a module that
 * exports `run`, which takes one value and gives one back. A task that runs out of memory or time ends its thread, not
 * the process, and throws here.
 */
export interface Threads {
  /** `task` stands beside the caller: `threads.run(import.meta.url, './evaluate-rows-thread', input)`. */
  run<Input, Output>(callerUrl: string, task: string, input: Input): Promise<Output>
  close(): Promise<void>
}

const MEMORY_MB_MAX = 256
/** What a row leaves behind is garbage at once: more room for the young would only be more memory, not less work. */
const YOUNG_MB_MAX = 6
const TASK_MS_MAX = 120_000
const IDLE_MS = 30_000

/**
 * Whoever asks this process something goes before what its threads compute. Only Linux has priorities of threads. Only
 * down, where the process may be already: up is not allowed.
 */
if (!isMainThread && process.platform === 'linux')
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))

/** What every task may know. */
export interface SharedWithThreads {
  blindIndexKey: Uint8Array
}

/** For the code of a task. */
export const sharedWithThreads = () => workerData as SharedWithThreads

/** What a task gets or gives back, with bytes that change hands instead of being copied. */
export const withTransfer = <Output extends object>(output: Output, ...bytes: ArrayBufferView[]): Output =>
  move({ [transferableSymbol]: bytes.map(({ buffer }) => buffer), [valueSymbol]: output }) as Output

export function startThreads(shared: SharedWithThreads, builtIn?: string): Threads {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: Math.max(2, availableParallelism()),
    idleTimeout: IDLE_MS,
    workerData: shared,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MB_MAX },
    ...(IS_SOURCE && !builtIn && { execArgv: ['--import', import.meta.resolve('tsx')] }),
  })
  return {
    run: (callerUrl, task, input) =>
      pool.run(input, {
        name: 'run',
        filename: fileOf(callerUrl, task, builtIn),
        signal: AbortSignal.timeout(TASK_MS_MAX),
      }),
    close: () => pool.destroy(),
  }
}

/** Run from TypeScript, as development does, a thread needs the same translator. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
const SOURCES = new URL('../../', import.meta.url).href

function fileOf(callerUrl: string, task: string, builtIn: string | undefined): string {
  const beside = new URL(`${task}${extname(fileURLToPath(callerUrl))}`, callerUrl).href
  if (!builtIn) return beside
  return new URL(beside.slice(SOURCES.length).replace(/\.ts$/, '.js'), pathToFileURL(`${builtIn}/`)).href
}
