import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test.each(['/campaigns?status=PAUSED&page=2', '/contacts/3f2a', '/wallet?next=%2Fcampaigns%2Fnew'])(
  'signing in leads back to %s with its filters',
  (path) => expect(ownPath(path)).toBe(path),
)

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/sign-in?next=/sign-in',
  'campaigns',
  undefined,
])('signing in does not lead to %j', (next) => expect(ownPath(next)).toBeUndefined())
