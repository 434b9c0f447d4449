import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Poller } from './poller.ts'
import type { BenchProduct, Json } from './product.ts'

export interface Imported {
  seconds: number
  /** Contacts stored per second between the answer to the upload and the end. */
  perSecond: number
  peakMb: number
  pollP99Ms: number
  answeredMs: number
}

/** Gives hundreds of samples. A shorter interval would itself use a tenth of the measured capacity. */
const POLL_MS = 100

/** The product that imports, and the process that polls it. */
interface ImportSetup {
  product: BenchProduct
  poller: Poller
}

/** Uploads a file, waits for the preview, confirms at once and waits for the end. */
export async function importFile(
  setup: ImportSetup,
  kind: 'csv' | 'xlsx',
  file: Buffer,
  token: string,
): Promise<Imported> {
  const { product } = setup
  product.peakMb()
  const { jobId, answeredMs } = await upload(product, kind, file, token)
  const polls: number[] = []
  const first = await until(setup, jobId, token, ['PENDING_REVIEW'], polls)
  const path = `/contacts/import/${jobId}`
  await product.call('GET', `${path}/preview`, undefined, token)
  await product.call('POST', `${path}/confirm`, undefined, token)
  const second = await until(setup, jobId, token, ['COMPLETED', 'PARTIAL_SUCCESS'], polls)
  const seconds = (first.ms + second.ms) / 1000
  const { created } = second.status.result
  return { seconds, perSecond: created / seconds, peakMb: product.peakMb(), pollP99Ms: p99(polls), answeredMs }
}

/** As many as during an import of a million rows: with fewer samples p99 would be chance. */
const IDLE_POLLS = 400

/** With the same interval as during an import: without pauses everything would stay in the caches. */
export async function pollIdle(setup: ImportSetup): Promise<number> {
  const { product } = setup
  const [job] = (await product.call('GET', '/contacts/import')).data
  const polls: number[] = []
  for (let i = 0; i < IDLE_POLLS; i++) {
    await poll(setup, job.jobId, product.token, polls)
    await sleep(POLL_MS)
  }
  return p99(polls)
}

async function until(
  setup: ImportSetup,
  jobId: string,
  token: string,
  wanted: string[],
  polls: number[],
): Promise<{ status: Json; ms: number }> {
  const begun = performance.now()
  for (;;) {
    const status = await poll(setup, jobId, token, polls)
    if (wanted.includes(status.status)) return { status, ms: performance.now() - begun }
    if (status.terminal) throw new Error(`the import ended as ${status.status}: ${status.failureReason}`)
    await sleep(POLL_MS)
  }
}

async function poll({ product, poller }: ImportSetup, jobId: string, token: string, polls: number[]): Promise<Json> {
  const { ms, answer } = await poller.poll(`${product.api}/contacts/import/${jobId}/status`, token)
  polls.push(ms)
  return answer
}

const p99 = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0

const TYPES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }

/** A fast connection, 200 Mbit/s. */
const LINE_BYTES_PER_MS = 25_000
const LINE_PIECE_BYTES = 256 * 1024

/**
 * The time from the last byte of an upload to its answer, with the file sent at the speed of a network connection.
 * Sent without a limit from this machine, megabytes would still be in the socket buffers when the last byte has been
 * written.
 */
export async function answerOverLine(product: BenchProduct, kind: 'csv' | 'xlsx', file: Buffer): Promise<number> {
  const { jobId, answeredMs } = await upload(product, kind, file, product.token, { send: alongTheLine })
  await product.call('POST', `/contacts/import/${jobId}/cancel`)
  return answeredMs
}

const alongTheLine: Send = async (sent, body) => {
  const begun = performance.now()
  for (let at = 0; at < body.length; at += LINE_PIECE_BYTES) {
    const end = Math.min(at + LINE_PIECE_BYTES, body.length)
    await sleep(Math.max(0, begun + end / LINE_BYTES_PER_MS - performance.now()))
    sent.write(body.subarray(at, end))
  }
  sent.end()
}

type Send = (sent: ClientRequest, body: Buffer) => Promise<void>
const sendAtOnce: Send = async (sent, body) => void sent.end(body)

/** Writes the request itself, so that the instant of the last byte is known. */
export async function upload(
  product: BenchProduct,
  kind: 'csv' | 'xlsx',
  file: Buffer,
  token: string,
  { send = sendAtOnce, fields = {} }: { send?: Send; fields?: Record<string, string> } = {},
) {
  const boundary = randomUUID()
  const before = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${before.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="contacts.${kind}"\r\nContent-Type: ${TYPES[kind]}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const sent = request(`${product.api}/contacts/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  const finished = once(sent, 'finish')
  await send(sent, body)
  await finished
  const lastByteAt = performance.now()
  const [response] = await answered
  const answeredMs = performance.now() - lastByteAt
  const text = await response.setEncoding('utf8').toArray()
  if (response.statusCode !== 202) throw new Error(`the upload was refused: ${text.join('')}`)
  return { jobId: JSON.parse(text.join('')).jobId as string, answeredMs }
}
