import { expect } from 'vitest'
import type { OperatorRole } from '../../src/domain/accounts/operator-role.ts'
import { createOperator } from '../../src/features/auth/accounts/accounts.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../src/features/sandbox/seed.ts'
import { eventually } from './eventually.ts'
import { newEmail, PASSWORD, signIn, type TestProduct } from './product.ts'

export interface TestOperator {
  id: string
  email: string
  token: string
  refreshToken: string
}

/** Creates an operator and signs in. */
export async function newOperator(product: TestProduct, role: OperatorRole = 'OWNER'): Promise<TestOperator> {
  const email = newEmail()
  await createOperator(product.deps, { email, password: PASSWORD, role })
  return signedIn(product, email, PASSWORD)
}

/** The token of the nth invitation mailed to an address. */
export async function operatorInvitationFor(product: TestProduct, email: string, nth = 1) {
  let token: string | undefined
  await eventually(async () => {
    const mail = product.mailbox.to(email)[nth - 1]
    token = /accept-invite#(ho_[\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect(token).toBeDefined()
  }, 15_000)
  return token ?? ''
}

/** An operator whom another one invited, signed in. */
export async function invitedOperator(product: TestProduct, by: TestOperator, role: OperatorRole = 'OWNER') {
  const email = newEmail()
  await product.post('/admin/operators', { email, role }, by)
  const token = await operatorInvitationFor(product, email)
  await product.post('/auth/accept-operator-invite', { token, password: PASSWORD })
  return signedIn(product, email, PASSWORD)
}

/** Signs in as the operator that the sandbox seeds. */
export const seededOperator = (product: TestProduct) => signedIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)

async function signedIn(product: TestProduct, email: string, password: string): Promise<TestOperator> {
  const { body } = await signIn(product, email, password)
  return { id: body.user.id, email, token: body.accessToken, refreshToken: body.refreshToken }
}
