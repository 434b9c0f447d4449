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
