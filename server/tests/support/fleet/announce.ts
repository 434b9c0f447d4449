import { expect } from 'vitest'
import { SIGNATURE_HEADER } from '../../../src/features/sandbox/routes.ts'
import { SANDBOX_SECRETS } from '../../../src/platform/config/config.ts'
import { hmac } from '../../../src/platform/crypto/signing.ts'
import type { SandboxClient } from '../services/sandbox.ts'

/** Tells the sandbox to send its callbacks to this address, as an administrator does at the real provider. */
export async function announceTo(sandbox: SandboxClient, webhookUrl: string) {
  const body = JSON.stringify({ webhookUrl, offsetSeconds: 0 })
  const response = await fetch(`${sandbox.url}/control/product`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: hmac(SANDBOX_SECRETS.SANDBOX_SECRET, body).toString('hex'),
    },
    body,
  })
  expect(response.status).toBe(200)
}
