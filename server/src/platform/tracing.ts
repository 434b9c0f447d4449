import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, SpanOptions, Tracer } from '../ports/tracer.ts'

const contexts = new AsyncLocalStorage<string>()

/** The context of the running operation, to be stored with work that continues it. Undefined while tracing is off. */
export const currentTrace = (): string | undefined => contexts.getStore()

/** Everything that `work` starts belongs to the span. */
export const withinTrace = <T>({ context }: Span, work: () => T): T => contexts.run(context, work)

/** Runs `work` as a step of the current operation, or of the one that `parent` names. */
export async function inSpan<T>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer.isOn) return work()
  const span = tracer.start(name, { ...options, parent: options.parent ?? currentTrace() })
  let hasFailed = true
  try {
    const result = await withinTrace(span, work)
    hasFailed = false
    return result
  } finally {
    span.end({}, hasFailed)
  }
}

export const noTracer: Tracer = {
  isOn: false,
  start: () => ({ context: '', end: () => {} }),
  close: async () => {},
}
