import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { assertOwnOrigin } from './origin.ts'

const check = (origin: string | undefined) =>
  assertOwnOrigin({ CORS_ALLOWED_ORIGINS: ['https://app.example'] }, {
    host: 'portal.test',
    headers: { origin },
  } as FastifyRequest)

test.each(['http://portal.test', 'https://portal.test', 'https://app.example'])('%s is allowed', (origin) => {
  expect(() => check(origin)).not.toThrow()
})

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
  ...['http://app.example', 'https://app.exampl', 'https://app.example/', 'https://app.example, http://portal.test'],
])('the origin %j is refused', (origin) => {
  expect(() => check(origin)).toThrow('ORIGIN_NOT_ALLOWED')
})
