import { WEBHOOK_TIMEOUT_MS } from '../limits.ts'
import type { Product } from './product.ts'

/** Makes one attempt to deliver a webhook. Returns the response status, or 0 if there was no response in time. */
export async function deliver(
  product: Product,
  path: string,
  body: string,
  headers: Record<string, string>,
  stopped: AbortSignal,
): Promise<number> {
  const base = product.url()
  if (base === undefined) return 0
  try {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}
