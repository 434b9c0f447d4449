import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'

const Paid = z.object({ paymentId: z.string() })

/** Pays an order as a customer does. Returns the gateway's id of the payment. */
export async function payAtSandbox(
  { config }: Pick<Deps, 'config'>,
  gatewayOrderId: string,
  how: { webhooks?: boolean } = {},
): Promise<string> {
  const url = `${config.sandboxUrl}/control/gateway/orders/${encodeURIComponent(gatewayOrderId)}/pay`
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(how) })
  if (!response.ok) throw new Error(`the sandbox responded ${response.status}`)
  return Paid.parse(await response.json()).paymentId
}
