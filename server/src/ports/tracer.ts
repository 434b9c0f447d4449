/**
 * Records how long the steps of an operation took, across processes.
 *
 * - A context is the text of a W3C `traceparent` header, so that it can be stored beside the work that continues the
 *   operation in another process.
 * - Names and attributes come from the code or are ids and counts. They contain no personal data.
 * - Nothing here throws or waits: a lost trace never harms the operation.
 */
export interface Tracer {
  /** Without an endpoint nothing is recorded, and callers need not look up contexts. */
  readonly isOn: boolean
  start(name: string, options: SpanOptions): Span
  /** Sends what was recorded, for a few seconds at most. */
  close(): Promise<void>
}

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer'
  /** Where the operation began. Undefined: this span begins one. */
  parent?: string | undefined
  /** Other operations that this span belongs to as well. */
  links?: readonly string[]
  attributes?: SpanAttributes
}

type SpanAttributes = Readonly<Record<string, string | number>>

export interface Span {
  readonly context: string
  end(attributes?: SpanAttributes, hasFailed?: boolean): void
}
