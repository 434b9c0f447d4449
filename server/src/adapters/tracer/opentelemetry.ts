import {
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanOptions, Tracer } from '../../ports/tracer.ts'

interface TracerSettings {
  /** The address of a collector without `/v1/traces`. */
  endpoint: string
  serviceName: string
  /** The part of all operations that is recorded, from 0 to 1. An operation is recorded as a whole or not at all. */
  ratio: number
}

const CLOSE_MS_MAX = 2_000
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Sends spans to an OpenTelemetry collector, as OTLP over HTTP in JSON. Spans are sent in batches in the background; when
 * the collector is away, they are dropped.
 */
export function openTelemetryTracer({ endpoint, serviceName, ratio }: TracerSettings): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('harkara')
  return {
    isOn: true,
    start(name, { kind, parent, links = [], attributes = {} }: SpanOptions) {
      const parentContext = parent === undefined ? undefined : parseTraceparent(parent)
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes, links: links.flatMap(toLink) },
        parentContext ? trace.setSpanContext(ROOT_CONTEXT, parentContext) : ROOT_CONTEXT,
      )
      return {
        context: toTraceparent(span.spanContext()),
        end(more = {}, hasFailed = false) {
          span.setAttributes(more)
          // Without a message: those of other systems may contain personal data.
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), timeout()])
    },
  }
}

const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS_MAX).unref())

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`

function toLink(text: string): Link[] {
  const context = parseTraceparent(text)
  return context ? [{ context }] : []
}
