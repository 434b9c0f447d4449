import { Agent, type Dispatcher, request } from 'undici'
import { z } from 'zod'
import { GatewayRefused, GatewayUnavailable } from '../../ports/payment-gateway.ts'

export interface RazorpaySettings {
  /** With or without the trailing /v1: the gateway's documentation uses both. */
  baseUrl: string
  keyId: string
  keySecret: string
  /** From the first byte of the request to the last byte of the response. */
  timeoutMs?: number
}

interface RazorpayCall<S extends z.ZodType> {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
  response: S
}

const TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
const RESPONSE_BYTES_MAX = 1024 * 1024
const CONNECTIONS_MAX = 16

/** With these statuses the gateway has not decided about the request. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429])

const Refusal = z.object({ error: z.object({ code: z.string(), description: z.string() }) })

/** Sends one authenticated request. It is never retried here: only the caller knows whether that is safe. */
export function razorpayCalls({ baseUrl, keyId, keySecret, timeoutMs = TIMEOUT_MS }: RazorpaySettings) {
  const root = `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const dispatcher = new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs) },
    maxResponseSize: RESPONSE_BYTES_MAX,
  })

  async function exchange<S extends z.ZodType>({ method, path, body, headers }: RazorpayCall<S>) {
    const options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'> = {
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    }
    try {
      const { statusCode, body: response } = await request(root + path, { ...options, dispatcher })
      return { status: statusCode, json: parse(await response.text()) }
    } catch (error) {
      throw new GatewayUnavailable(`the payment gateway did not respond (${errorCodeOf(error)})`)
    }
  }

  return {
    async call<S extends z.ZodType>(call: RazorpayCall<S>): Promise<z.output<S>> {
      const { status, json } = await exchange(call)
      if (status < 200 || status > 299) throw toGatewayError(status, json)
      const response = call.response.safeParse(json)
      if (!response.success) throw new GatewayUnavailable('the payment gateway sent an unreadable response')
      return response.data
    },
    close: () => dispatcher.destroy(),
  }
}

export type Razorpay = ReturnType<typeof razorpayCalls>

function toGatewayError(status: number, json: unknown): Error {
  const refusal = Refusal.safeParse(json)
  const isRejected = status >= 400 && status < 500 && !RETRYABLE_STATUSES.has(status)
  if (!isRejected || !refusal.success) return new GatewayUnavailable(`the payment gateway responded ${status}`)
  const { code, description } = refusal.data.error
  // A wrong key does not decide about the request: with the right one it may succeed.
  if (status === 401 || status === 403 || description === 'Authentication failed')
    return new GatewayUnavailable('the payment gateway rejected the API keys')
  return new GatewayRefused(code, description)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A name or a code only, because a message could quote what we sent. */
const errorCodeOf = (error: unknown) =>
  error instanceof Error ? ('code' in error && String(error.code)) || error.name : 'unknown'
