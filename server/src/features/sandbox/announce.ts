import { type Repeating, repeat } from '../../platform/concurrency/repeat.ts'
import { hmac } from '../../platform/crypto/signing.ts'
import type { Deps } from '../../platform/deps.ts'
import { SIGNATURE_HEADER } from './routes.ts'

/** Tells the sandbox where to send callbacks and clock changes, and the current product time. */
export async function announceToSandbox({ config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>, url: string) {
  const offsetSeconds = Math.round((clock.now().getTime() - Date.now()) / 1000)
  const body = JSON.stringify({ webhookUrl: url, offsetSeconds })
  const response = await fetch(`${config.sandboxUrl}/control/product`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: hmac(config.SANDBOX_SECRET, body).toString('hex'),
    },
    body,
  })
  if (!response.ok) log.error({ event: 'sandbox.announce_failed', status: response.status })
}

const CHECK_MS = 1_000

/**
 * Registers again with a sandbox that was restarted and has no product registered, because it would send its callbacks
 * nowhere. A sandbox with a registered product is left alone, so that two processes do not replace each other in turn.
 */
export function keepRegistered(deps: Pick<Deps, 'config' | 'clock' | 'log'>, url: string): Repeating {
  return repeat(deps.log, 'sandbox.registration', async () => {
    if (await isForgotten(`${deps.config.sandboxUrl}/control/product`)) {
      await announceToSandbox(deps, url)
      deps.log.info({ event: 'sandbox.reregistered', url })
    }
    return CHECK_MS
  })
}

/** Also false while the sandbox is away. */
async function isForgotten(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(CHECK_MS) })
    const product: unknown = await response.json()
    return typeof product === 'object' && product !== null && 'webhookUrl' in product && product.webhookUrl === null
  } catch {
    return false
  }
}
