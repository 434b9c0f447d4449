import { type TablePart, type TableReader, TableUnreadable } from '../../../ports/table-reader.ts'
import { decodeFrames, type Message } from './frames.ts'
import { type Child, type ChildOptions, feed, startChild } from './start-child.ts'

const TIME_LIMIT_MS = 120_000

export interface ChildProcessOptions extends ChildOptions {
  /** How long to wait for the child, all parts of a file together. Time between requests for parts does not count. */
  timeLimitMs?: number
}

/**
 * Reads every file in a separate process with an empty environment and a small heap, which is killed when it takes too
 * long, when the signal is aborted, and when the iteration over the parts ends.
 */
export function childProcessTableReader(options: ChildProcessOptions = {}): TableReader {
  return {
    async *read(content, tableOptions, signal) {
      signal?.throwIfAborted()
      const child = startChild(options)
      signal?.addEventListener('abort', child.kill)
      try {
        // The child parses the file only once it is complete, so the timeout does not apply until then.
        await Promise.race([feed(child, tableOptions, content), child.ended])
        yield* partsFrom(child, options.timeLimitMs ?? TIME_LIMIT_MS, signal)
      } finally {
        signal?.removeEventListener('abort', child.kill)
        await child.dispose()
      }
    },
  }
}

async function* partsFrom(child: Child, timeLimitMs: number, signal?: AbortSignal): AsyncGenerator<TablePart> {
  const messages = decodeFrames(child.stdout)
  let timeLeftMs = timeLimitMs
  let isOverdue = false
  const killOverdue = () => {
    isOverdue = true
    child.kill()
  }
  for (;;) {
    const askedAt = performance.now()
    const timer = setTimeout(killOverdue, timeLeftMs)
    const message = await nextOf(messages).finally(() => clearTimeout(timer))
    timeLeftMs -= performance.now() - askedAt
    signal?.throwIfAborted()
    if (isOverdue)
      throw new TableUnreadable('Reading the file took too long. Split it into smaller files and try again.')
    if (message === undefined) throw await failureOf(child)
    if (message.kind === 'unreadable') throw new TableUnreadable(message.reason)
    if (message.kind === 'crash') throw crashed(message.stack)
    yield message
    if (message.kind === 'end') return
  }
}

async function nextOf(messages: AsyncGenerator<Message>): Promise<Message | undefined> {
  try {
    const { value, done } = await messages.next()
    return done ? undefined : value
  } catch (error) {
    throw crashed(error)
  }
}

const STOPPED_FROM_OUTSIDE: readonly (string | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** V8 aborts when its heap is full, and the kernel kills the process when the machine's memory is. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGKILL']

/** If the child could not start, or was stopped along with us, the file is not the cause. */
async function failureOf(child: Child): Promise<Error> {
  const { code, signal, error } = await child.ended
  if (error) return error
  if (STOPPED_FROM_OUTSIDE.includes(signal)) return new Error(`the table reader was stopped by ${signal}`)
  if (OUT_OF_MEMORY.includes(signal))
    return new TableUnreadable('The file needs too much memory to read. Split it into smaller files and try again.')
  return crashed(`exit code ${code}, signal ${signal}`)
}

const crashed = (cause: unknown) => new TableUnreadable('The file could not be read. It may be damaged.', { cause })
