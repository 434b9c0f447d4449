import { expect, test } from 'vitest'
import { clearSession, setSession } from '../../api/session.ts'
import { pendingVerification } from './pending-verification.ts'

const stored = () => Object.values({ ...sessionStorage }).join()

test('the address to verify is stored until sign-in, and the password never', () => {
  clearSession()
  pendingVerification.set({ email: 'asha@example.com', password: 'seven quiet rivers', isSent: true })
  expect(stored()).toContain('asha@example.com')
  expect(stored()).not.toContain('rivers')
  setSession({
    accessToken: 'token',
    tokenType: 'Bearer',
    expiresIn: 900,
    user: {
      id: 'u',
      email: 'asha@example.com',
      role: 'ADMIN',
      operatorRole: null,
      status: 'ACTIVE',
      mfaSetupRequired: false,
    },
    vendor: null,
  })
  expect(pendingVerification.get()).toBeUndefined()
  expect(stored()).not.toContain('asha@example.com')
})
