import { type TablePart, type TableReader, TableUnreadable } from '../../../ports/table-reader.ts'
import { type Child, type ChildOptions, feed, startChild } from './child-start.ts'
import { decodeFrames, type Message } from './frames.ts'

const TIME_LIMIT_MS = 120_000

export interface ChildProcessOptions extends ChildOptions {
  /** How long the child may be waited for, all parts of a file together. Time in which nobody asks does not count. */
  timeLimitMs?: number
}

/**
 * Every file is read in a process of its own, which knows nothing (its environment is empty), has a small heap and is
 * killed when it takes too long, when the signal says so, and when the loop over the parts ends.
 */
export function childProcessTableReader(options: ChildProcessOptions = {}): TableReader {
  return {
    async *read(content, tableOptions, signal) {
      signal?.throwIfAborted()
      const child = startChild(tableOptions, options)
      signal?.addEventListener('abort', child.kill)
      try {
        // The child opens the file only once it has all of it, so until then there is nothing to time.
        await Promise.race([feed(child, content), child.ended])
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
/** V8 aborts when its heap is full, and the kernel kills when the machine's memory is. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGKILL']

/** When the child could not start, or was stopped along with us, the file is not to blame. */
async function failureOf(child: Child): Promise<Error> {
  const { code, signal, error } = await child.ended
  if (error) return error
  if (STOPPED_FROM_OUTSIDE.includes(signal)) return new Error(`the table reader was stopped by ${signal}`)
  if (OUT_OF_MEMORY.includes(signal))
    return new TableUnreadable('The file needs too much memory to read. Split it into smaller files and try again.')
  return crashed(`exit code ${code}, signal ${signal}`)
}

const crashed = (cause: unknown) => new TableUnreadable('The file could not be read. It may be damaged.', { cause })
