import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTempDir } from '../../../tests/support/services/temp-dir.ts'
import type { Config } from '../../platform/config/config.ts'
import type { App } from '../../platform/http/app.ts'
import { allowFallbackPage } from '../../platform/http/fallback-page.ts'
import { guardRoutes } from '../../platform/http/guards/access.ts'
import { serveBuild } from './routes.ts'

const config = {
  API_PREFIX: '/api/v1',
  SUPPORT_EMAIL: `"help"@example.com`,
  sandboxUrl: 'http://127.0.0.1:4010',
} as Config
const app = Fastify() as unknown as App
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = HTML) => app.inject({ url, headers })

beforeAll(async () => {
  const build = await newTempDir('portal')
  mkdirSync(join(build, 'assets'))
  writeFileSync(
    join(build, 'index.html'),
    '<meta property="csp-nonce" nonce="__STYLE_NONCE__"><meta content="__SETTINGS__">the app',
  )
  writeFileSync(join(build, 'assets', 'index-abc123.js'), 'run()')
  writeFileSync(join(build, 'assets', 'index-abc123.js.gz'), 'smaller')
  for (const name of ['theme.js', 'favicon.svg']) writeFileSync(join(build, name), name)
  guardRoutes(app, async () => undefined, '/api/v1/admin')
  allowFallbackPage(app)
  app.setNotFoundHandler((request, reply) => app.fallbackPage.of(request, reply) ?? reply.code(404).send('unknown'))
  await app.register(async (root) => {
    await serveBuild(root as App, { config, clock: { now: () => new Date('2026-11-15T12:00:00Z') } }, build)
  })
})
afterAll(() => app.close())

describe('the portal page', () => {
  test.each(['/', '/contacts', '/campaigns/0199/results?page=2', '/nothing-like-this'])(
    'answers %s to a browser, and is not cached',
    async (path) => {
      const answer = await get(path)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toContain('the app')
    },
  )

  test.each(['/api/v1/nothing', '/v1/nothing', '/docs/nothing', '/assets/gone.js', '/webhook/nothing', '/metrics'])(
    'is not served for paths that are not pages: %s',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404)
    },
  )

  test('passes the addresses of API, sandbox and support and the time to the app, as data that cannot become markup', async () => {
    const [, settings = ''] = /content="([^"]*)"/.exec((await get('/')).body) ?? []
    expect(JSON.parse(settings.replaceAll('&quot;', '"'))).toEqual({
      apiPrefix: '/api/v1',
      supportEmail: '"help"@example.com',
      sandboxUrl: 'http://127.0.0.1:4010',
      now: '2026-11-15T12:00:00.000Z',
    })
  })

  test('is only for GET requests that accept HTML; others get 404', async () => {
    expect((await get('/contacts', { accept: 'application/json' })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/contacts', headers: HTML })).statusCode).toBe(404)
  })

  test('allows no script except our own files, and no style without the nonce of this answer', async () => {
    const nonces = await Promise.all(
      ['/', '/contacts'].map(async (path) => {
        const { headers, body } = await get(path)
        const policy = String(headers['content-security-policy'])
        expect(policy).toContain("script-src 'self';")
        expect(policy).not.toMatch(/unsafe|\*/)
        const nonce = /style-src 'self' 'nonce-([\w+/=]{20,})'/.exec(policy)?.[1]
        expect(body).toContain(`nonce="${nonce}"`)
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })
})

test('files with a content hash in their name are cached for a year, the others are not', async () => {
  const asset = await get('/assets/index-abc123.js')
  expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  const small = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, br' })
  expect([small.headers['content-encoding'], small.body]).toEqual(['gzip', 'smaller'])
  const theme = await get('/theme.js')
  expect([theme.statusCode, theme.headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
})
