import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../query-client.ts'
import { session, setSession } from '../session.ts'
import { loadStoredDraft, storeDraft } from '../state/drafts.ts'
import { signOut } from './sign-in.ts'

beforeEach(() => {
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
  storeDraft('campaign-u', { name: 'Diwali' })
  queryClient.setQueryData(['contacts'], [{ name: 'Asha' }])
})
afterEach(() => vi.unstubAllGlobals())

const expectNothingLeft = () => {
  expect(session.get().state).toBe('signed-out')
  expect(loadStoredDraft('campaign-u')).toBeUndefined()
  expect(queryClient.getQueryData(['contacts'])).toBeUndefined()
}

describe('signing out', () => {
  test('leaves neither drafts nor data for the next user of the computer', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
    await signOut()
    expectNothingLeft()
  })

  test('works without a connection', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await signOut().catch(() => {})
    expectNothingLeft()
  })
})
