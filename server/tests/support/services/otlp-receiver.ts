import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  links: { traceId: string }[]
  attributes: Record<string, string | number>
}

/** A collector that receives spans as OTLP over HTTP in JSON, the format of the OpenTelemetry specification. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const isExport = request.method === 'POST' && request.url === '/v1/traces'
    if (isExport) {
      bodies.push(body)
      spans.push(...spansIn(JSON.parse(body) as Export))
    }
    response.writeHead(isExport ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything that was received, as it was sent. */
    text: () => bodies.join('\n'),
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Export {
  resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[]
}
interface ExportedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  links?: { traceId: string }[]
  attributes?: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const spansIn = ({ resourceSpans }: Export): ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ name, traceId, spanId, parentSpanId = '', links = [], attributes = [] }) => ({
      name,
      traceId,
      spanId,
      parentSpanId,
      links,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
      ),
    }))
