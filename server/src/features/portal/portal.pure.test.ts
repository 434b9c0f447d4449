import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempDir } from '../../../tests/support/services/temp-dir.ts'
import type { Config } from '../../platform/config.ts'
import type { App } from '../../platform/http/app.ts'
import { allowFallbackPage } from '../../platform/http/fallback-page.ts'
import { guardRoutes } from '../../platform/http/guards/access.ts'
import { serveBuild } from './routes.ts'

const config = {
  API_PREFIX: '/api/v1',
  SUPPORT_EMAIL: `"help"@example.com`,
  sandboxUrl: 'http://127.0.0.1:4010',
  production: false,
} as Config
const app = Fastify() as unknown as App
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = HTML) => app.inject({ url, headers })

beforeAll(async () => {
  const build = await makeTempDir('portal')
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

describe('the page of the portal', () => {
  test.each(['/', '/contacts', '/campaigns/0199/results?page=2', '/nothing-like-this'])(
    'answers %s to a browser, and is asked for anew each time',
    async (path) => {
      const answer = await get(path)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toContain('the app')
    },
  )

  test.each(['/api/v1/nothing', '/v1/nothing', '/docs/nothing', '/assets/gone.js', '/webhook/nothing', '/metrics'])(
    'does not stand in for what is no page: %s',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404)
    },
  )

  test('tells the app where the API, the sandbox and support are and what time it is, as data that cannot become markup', async () => {
    const [, settings = ''] = /content="([^"]*)"/.exec((await get('/')).body) ?? []
    expect(JSON.parse(settings.replaceAll('&quot;', '"'))).toEqual({
      apiPrefix: '/api/v1',
      supportEmail: '"help"@example.com',
      sandboxUrl: 'http://127.0.0.1:4010',
      now: '2026-11-15T12:00:00.000Z',
    })
  })

  test('is for readers of pages: programs and other methods learn that there is nothing', async () => {
    expect((await get('/contacts', { accept: 'application/json' })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/contacts', headers: HTML })).statusCode).toBe(404)
  })

  test('lets no script run that is not our own file, and no style without the nonce of this very answer', async () => {
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

test('files named by their content are kept for a year, the others are not', async () => {
  const asset = await get('/assets/index-abc123.js')
  expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  const small = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, br' })
  expect([small.headers['content-encoding'], small.body]).toEqual(['gzip', 'smaller'])
  const theme = await get('/theme.js')
  expect([theme.statusCode, theme.headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
})
