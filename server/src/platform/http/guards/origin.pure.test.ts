import { expect, test } from 'vitest'
import { assertOwnOrigin } from './origin.ts'

const config = { CORS_ALLOWED_ORIGINS: ['https://app.example'], PUBLIC_URL: 'https://public.example/portal' }
const check = (origin: string | undefined) =>
  assertOwnOrigin(config, {
    headers: { host: 'portal.test', 'x-forwarded-host': 'evil.example', ...(origin !== undefined && { origin }) },
  })

test.each(['http://portal.test', 'https://portal.test', 'https://app.example', 'https://public.example'])(
  '%s is allowed',
  (origin) => {
    expect(() => check(origin)).not.toThrow()
  },
)

/** Each resembles `portal.test`, which serves the page, or `https://app.example`, which is listed. */
test.each([
  ...[undefined, '', 'null', 'portal.test', '//portal.test', 'http://', 'file://portal.test', 'data:portal.test'],
  ...[
    'http://evil-portal.test',
    'http://evilportal.test',
    'http://evil.portal.test',
    'http://portal.test.evil.example',
  ],
  ...['http://portal.tes', 'http://ortal.test', 'http://portal.test:81', 'http://portal.test@evil.example'],
  ...['http://evil.example#portal.test', 'http://evil.example/portal.test', 'http://user@portal.test'],
  ...['https://evil-app.example', 'https://evil.app.example', 'https://app.example.evil', 'https://app.example:8443'],
  ...['https://evil.example', 'http://evil.example', 'http://public.example', 'https://public.example:444'],
  ...['http://app.example', 'https://app.exampl', 'https://app.example/', 'https://app.example, http://portal.test'],
])('the origin %j is refused', (origin) => {
  expect(() => check(origin)).toThrow('ORIGIN_NOT_ALLOWED')
})
