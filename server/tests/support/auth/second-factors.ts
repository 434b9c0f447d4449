import { expect } from 'vitest'
import { newOperator, type TestOperator } from '../operators.ts'
import { type Answer, newVendor, PASSWORD, type TestProduct } from '../product.ts'
import { type AuthenticatorApp, authenticatorApp } from './authenticator-app.ts'

export const isSession = ({ status, body }: Answer) => status === 200 && body.accessToken !== undefined

/** What tests of second factors do again and again. */
export function secondFactorsOf(started: () => TestProduct) {
  const call = (path: string, token: string, body?: unknown) => started().post(path, body, { token })
  const login = (email: string, password = PASSWORD, ip?: string) =>
    started().post('/auth/login', { email, password }, ip ? { ip } : {})
  const answer = (challengeToken: string, given: object, ip?: string) =>
    started().post('/auth/challenge', { challengeToken, ...given }, ip ? { ip } : {})

  /** Sets up an authenticator app. The clock is then moved, so that the app shows a new code. */
  const withApp = async (token: string) => {
    const { body } = await call('/auth/mfa/totp', token)
    const app = authenticatorApp(body.secret, started().deps.clock)
    const confirmed = await call('/auth/mfa/totp/confirm', token, { code: app.code() })
    expect(confirmed.status).toBe(200)
    await started().advance(30)
    return { app, recoveryCodes: confirmed.body.recoveryCodes as string[] }
  }

  return {
    call,
    login,
    answer,
    withApp,
    /** Signs in with the password; the answer is a challenge for the authenticator app. */
    challengeFor: async (email: string, password = PASSWORD, ip?: string) => {
      const { status, body } = await login(email, password, ip)
      expect({ status, body }).toMatchObject({ status: 200, body: { challenge: 'TOTP' } })
      return body.challengeToken as string
    },
    protectedVendor: async () => {
      const vendor = await newVendor(started())
      return { ...vendor, ...(await withApp(vendor.token)) }
    },
    protectedOperator: async (): Promise<TestOperator & { app: AuthenticatorApp }> => {
      const operator = await newOperator(started())
      return { ...operator, app: (await withApp(operator.token)).app }
    },
    /** The status of a request that every member may make. */
    statusOf: async (token: string) => (await started().get('/vendor/me', { token })).status,
    subjectsTo: (email: string) =>
      started()
        .mailbox.to(email)
        .map(({ subject }) => subject),
    /** Action, operator and actor of what was done to this, oldest first, from the logs of operators and vendors. */
    auditOf: async (subjectId: string) => {
      const { db } = started().deps
      const operators = await db.selectFrom('audit_entry').selectAll().where('subject_id', '=', subjectId).execute()
      const members = await db
        .selectFrom('vendor_audit_entry')
        .selectAll()
        .where('subject_id', '=', subjectId)
        .where('actor_type', '=', 'MEMBER')
        .execute()
      return [
        ...operators.map(({ id, action, operator_id }) => ({ id, entry: [action, operator_id, operator_id] })),
        ...members
          .filter(({ action }) => action.startsWith('MFA_'))
          .map(({ id, action, actor_id }) => ({ id, entry: [action, null, actor_id] })),
      ]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ entry }) => entry)
    },
  }
}
