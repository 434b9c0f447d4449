import type { z } from 'zod'
import { Problem } from '../http/problem.ts'
import { SIGNATURE_HEADER, sign } from '../http/signature.ts'
import { PRODUCT_CALL_TIMEOUT_MS } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'

/** A signed call to the product's sandbox-only routes. Every failure is a 503 that names the cause. */
export async function callProduct<S extends z.ZodType>(
  state: Pick<SandboxState, 'config' | 'product'>,
  path: string,
  body: object,
  answer: S,
): Promise<z.output<S>> {
  const base = state.product.url()
  if (base === undefined) {
    throw new Problem(503, 'PRODUCT_NOT_REGISTERED', 'No product has registered yet. Start it, or set PRODUCT_URL.')
  }
  const raw = JSON.stringify(body)
  const response = await post(`${base}${path}`, raw, sign(state.config.secret, raw))
  if (response.status === 401 || response.status === 403) {
    throw refused(`The product at ${base} rejected the signature. Both must have the same SANDBOX_SECRET.`)
  }
  if (response.status !== 200)
    throw refused(`The product at ${base} responded to ${path} with status ${response.status}.`)
  const parsed = answer.safeParse(parseJson(response.text))
  if (!parsed.success) throw refused(`The product at ${base} responded to ${path} with an unexpected body.`)
  return parsed.data
}

async function post(url: string, raw: string, signature: string) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
      body: raw,
      redirect: 'error',
      signal: AbortSignal.timeout(PRODUCT_CALL_TIMEOUT_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    throw new Problem(503, 'PRODUCT_UNREACHABLE', `The product did not respond at ${url}. Check that it is running.`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refused = (detail: string) => new Problem(503, 'PRODUCT_REFUSED', detail)
