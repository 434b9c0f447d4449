import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, readApiDocument, sampleBody, withId } from '../../../tests/support/api-document.ts'
import { newWallet } from '../../../tests/support/money/wallets.ts'
import { newOperator, seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { OPERATOR_ROLES, type OperatorRole } from '../../domain/accounts/operator-role.ts'
import { OPERATOR_ROUTES } from '../../platform/http/guards/operator-routes.ts'
import { newId } from '../../platform/ids.ts'

let product: TestProduct
let anna: TestOperator
let operations: Operation[]
let document: { paths: Record<string, Record<string, { 'x-operator-roles'?: OperatorRole[] }>> }
const byRole = {} as Record<OperatorRole, TestOperator>
beforeAll(async () => {
  product = await startProduct({ env: { API_REQUESTS_PER_MINUTE: '1000000' } })
  anna = await seededOperator(product)
  ;({ document, operations } = await readApiDocument(product))
  for (const role of OPERATOR_ROLES) byRole[role] = await newOperator(product, role)
})

const patch = (by: TestOperator, id: string, change: object) => product.patch(`/admin/operators/${id}`, change, by)
const rolesOf = ({ method, path }: Operation) =>
  document.paths[`/api/v1${path}`]?.[method.toLowerCase()]?.['x-operator-roles']

describe('every route of operators', () => {
  const adminOperations = () => operations.filter(({ path }) => path.startsWith('/admin'))

  test('is listed with its roles, and only routes that exist are listed', () => {
    const documented = adminOperations().map((one) => `${one.method} ${one.path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    expect(documented.sort()).toEqual(Object.keys(OPERATOR_ROUTES).sort())
    for (const operation of adminOperations()) expect(rolesOf(operation)).toContain('OWNER')
    for (const operation of operations)
      if (!operation.path.startsWith('/admin')) expect(rolesOf(operation)).toBeUndefined()
  })

  test('refuses every role that it does not name, and lets the named ones pass', async () => {
    for (const operation of adminOperations()) {
      const { method, path, body } = operation
      for (const role of OPERATOR_ROLES) {
        const answer = await product.call(method, withId(path, newId<'x'>()), body && sampleBody(body), byRole[role])
        const name = `${method} ${path} as ${role}`
        if (rolesOf(operation)?.includes(role)) expect(answer.status, name).not.toBe(403)
        else
          expect(answer, name).toMatchObject({
            status: 403,
            body: { code: 'OPERATOR_ROLE_REQUIRED', detail: expect.stringContaining(`Your role is ${role}.`) },
          })
      }
    }
  })

  test('SUPPORT writes nothing, and FINANCE manages neither operators nor sending', () => {
    for (const operation of adminOperations()) {
      const roles = rolesOf(operation) ?? []
      if (operation.method !== 'GET') expect(roles).not.toContain('SUPPORT')
      if (/operators|provider|suspend/.test(operation.path) && operation.method !== 'GET')
        expect(roles).toEqual(['OWNER'])
    }
  })
})

test('an unknown path of operators is not found, whatever the role', async () => {
  for (const role of OPERATOR_ROLES)
    expect((await product.get('/admin/nothing?format=csv', byRole[role])).status).toBe(404)
})

test('a session says which role an operator has', async () => {
  const { body } = await product.post('/auth/refresh', {
    refreshToken: (await newOperator(product, 'SUPPORT')).refreshToken,
  })
  expect(body.user).toMatchObject({ role: 'ADMIN', operatorRole: 'SUPPORT' })
})

test('a change of role takes effect at once for open sessions, which stay open', async () => {
  const bilal = await newOperator(product, 'SUPPORT')
  const stop = () => product.post('/admin/provider/stop', {}, bilal)
  const resume = () => product.post('/admin/provider/resume', {}, bilal)
  expect((await stop()).status).toBe(403)
  expect(await patch(anna, bilal.id, { role: 'OWNER' })).toMatchObject({ status: 200, body: { role: 'OWNER' } })
  expect([(await stop()).status, (await resume()).status]).toEqual([200, 200])
  await patch(anna, bilal.id, { role: 'FINANCE' })
  expect((await stop()).status).toBe(403)
  expect((await product.get('/admin/vendors', bilal)).status).toBe(200)
  const { data } = (await product.get('/admin/audit?action=OPERATOR_CHANGED', anna)).body
  expect(data[0]).toMatchObject({
    subjectId: bilal.id,
    before: { role: 'OWNER', disabled: false },
    after: { role: 'FINANCE', disabled: false },
  })
})

describe('requests that wait for a second operator', () => {
  const ask = async (by: TestOperator, amountMinorUnit = 6_000_000) => {
    const vendorId = await newWallet(product.deps.db)
    return product.post('/admin/wallet/credit', { vendorId, amountMinorUnit, reason: 'large' }, by)
  }
  const approval = async (id: string) => (await product.get(`/admin/approvals/${id}`, anna)).body
  const approve = (by: TestOperator, id: string) => product.post(`/admin/approvals/${id}/approve`, {}, by)

  test('need two operators who may move money', async () => {
    const { approvalId } = (await ask(byRole.FINANCE)).body
    expect(await approve(byRole.SUPPORT, approvalId)).toMatchObject({
      status: 403,
      body: { code: 'OPERATOR_ROLE_REQUIRED' },
    })
    expect(await approve(byRole.FINANCE, approvalId)).toMatchObject({ status: 403, body: { code: 'SAME_OPERATOR' } })
    expect(await approve(byRole.OWNER, approvalId)).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
  })

  test('are rejected when their requester becomes SUPPORT or is removed, and stay when it becomes FINANCE', async () => {
    const [bilal, chitra] = [await newOperator(product), await newOperator(product, 'FINANCE')]
    const { approvalId: kept } = (await ask(bilal)).body
    await patch(anna, bilal.id, { role: 'FINANCE' })
    expect(await approval(kept)).toMatchObject({ status: 'PENDING' })
    expect(await approve(bilal, kept)).toMatchObject({ status: 403, body: { code: 'SAME_OPERATOR' } })
    await patch(anna, bilal.id, { role: 'SUPPORT' })
    expect(await approval(kept)).toMatchObject({ status: 'REJECTED', decisionReason: 'OPERATOR_ROLE_CHANGED' })
    const { approvalId: removed } = (await ask(chitra)).body
    expect((await product.del(`/admin/operators/${chitra.id}`, anna)).status).toBe(204)
    expect(await approval(removed)).toMatchObject({
      status: 'REJECTED',
      decisionReason: 'OPERATOR_REMOVED',
      requestedBy: { id: chitra.id, email: chitra.email },
    })
  })

  test('expire when their requester loses the role', async () => {
    const bilal = await newOperator(product)
    const { approvalId } = (await ask(bilal)).body
    expect((await patch(bilal, bilal.id, { role: 'SUPPORT' })).status).toBe(200)
    expect(await approval(approvalId)).toMatchObject({ status: 'EXPIRED', decisionReason: 'OPERATOR_ROLE_CHANGED' })
    expect(await approve(anna, approvalId)).toMatchObject({ status: 409, body: { currentStatus: 'EXPIRED' } })
  })

  test('made while the right is taken away are refused or rejected, and small sums are booked before or never', async () => {
    const bilal = await newOperator(product)
    const asking = Array.from({ length: 8 }, (_, i) => ask(bilal, i % 2 === 0 ? 6_000_000 : 100))
    await patch(anna, bilal.id, { role: 'SUPPORT' })
    for (const { status, body } of await Promise.all(asking)) {
      expect([201, 202, 403]).toContain(status)
      if (status === 202) expect((await approval(body.approvalId)).status).toBe('REJECTED')
    }
    expect((await ask(bilal, 100)).status).toBe(403)
  })
})
