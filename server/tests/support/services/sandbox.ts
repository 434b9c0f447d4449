import { startSandbox } from '../../../src/embedded/sandbox.ts'
import type { Settings } from '../../../src/platform/config/config.ts'
import { programs } from '../processes/programs.ts'

interface SandboxAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

export type SandboxClient = ReturnType<typeof sandboxClient>

/** The real sandbox as a process, on free ports, with the secrets of these settings. */
export async function startTestSandbox(settings: Settings) {
  const running = await startSandbox({ ...settings, SANDBOX_PORT: 0, SANDBOX_SMTP_PORT: 0 }, programs.sandbox)
  return { ...sandboxClient(running.url), stop: running.stop }
}

export function sandboxClient(url: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<SandboxAnswer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  return {
    url,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
  }
}

/** What customers and banks do at the gateway. Throws when the gateway refuses, because no test expects that here. */
export function gatewayOf(sandbox: SandboxClient) {
  const act = async (path: string, body?: object) => {
    const answer = await sandbox.post(`/control/gateway/${path}`, body)
    if (answer.status !== 200) throw new Error(`the gateway refused ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const truth = async () => (await sandbox.get('/control/gateway?limit=50000')).body
  return {
    pay: (gatewayOrderId: string, how?: { method?: string; paymentId?: string }): Promise<CheckoutResult> =>
      act(`orders/${gatewayOrderId}/pay`, how),
    fail: (gatewayOrderId: string): Promise<{ paymentId: string; orderId: string }> =>
      act(`orders/${gatewayOrderId}/fail`),
    charge: (gatewaySubId: string): Promise<{ paymentId: string; invoiceId: string; status: string }> =>
      act(`subscriptions/${gatewaySubId}/charge`),
    pending: (gatewaySubId: string) => act(`subscriptions/${gatewaySubId}/pending`),
    halt: (gatewaySubId: string) => act(`subscriptions/${gatewaySubId}/halt`),
    settleRefund: (gatewayRefundId: string, how: 'process' | 'fail') => act(`refunds/${gatewayRefundId}/${how}`),
    redeliver: (eventId: string) => act(`webhooks/${eventId}/redeliver`),
    script: (change: object) => sandbox.put('/control/gateway', change),
    /** Everything that the gateway knows: script, orders, payments, refunds, plans, subscriptions, webhooks. */
    truth,
    /** Every event with its body and the result of its delivery. */
    events: async (): Promise<GatewayDelivery[]> => (await truth()).webhooks,
  }
}

interface CheckoutResult {
  paymentId: string
  orderId: string
  signature: string
}

interface GatewayDelivery {
  eventId: string
  event: string
  state: 'pending' | 'delivered' | 'dropped' | 'given up'
  attempts: number
  answers: number[]
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every event
  body: any
}
