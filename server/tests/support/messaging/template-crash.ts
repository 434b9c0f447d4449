import { once } from 'node:events'
import { expect } from 'vitest'
import { DEMO_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import type { CrashPoint } from '../../../src/platform/crash-point.ts'
import { eventually } from '../eventually.ts'
import { startBeside } from '../payments/payment-processes.ts'
import { startProduct } from '../product.ts'
import { shortTemplate, twinsOf, untilTemplate } from './templates.ts'

/** The crash points that a submission passes. */
export const TEMPLATE_POINTS = ['template.intended', 'template.answered'] as const satisfies CrashPoint[]

export type TemplateCrashFixture = Awaited<ReturnType<typeof startTemplateCrashFixture>>

export async function startTemplateCrashFixture() {
  const product = await startProduct({ sandbox: true })
  const { body } = await product.post('/auth/login', { email: DEMO_EMAIL, password: SANDBOX_PASSWORD })
  return { product, token: body.accessToken as string }
}

/**
 * The process that submits a template crashes at this point. Afterwards the provider must have the template once, and
 * we must know its id.
 */
export async function expectOneTemplateAfterCrash(
  { product, token }: TemplateCrashFixture,
  point: (typeof TEMPLATE_POINTS)[number],
) {
  const doomed = await startBeside({ product }, { PROVIDER_BASE_URL: product.sandbox.url, CRASH_AT: point })
  const died = once(doomed.child, 'exit')
  const body = shortTemplate()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${doomed.url}/api/v1/templates`
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined)
  expect((await died)[1]).toBe('SIGKILL')
  expect(await twinsOf(product, body.name)).toHaveLength(point === 'template.intended' ? 0 : 1)

  await product.advance(61)
  const row = await eventually(async () => {
    const found = await product.deps.db
      .selectFrom('template')
      .selectAll()
      .where('name', '=', body.name)
      .executeTakeFirstOrThrow()
    expect(found.provider_id).not.toBeNull()
    return found
  }, 60_000)
  await untilTemplate(product, token, row.id, { status: 'APPROVED' })
  expect(await twinsOf(product, body.name)).toMatchObject([{ id: row.provider_id }])
}
