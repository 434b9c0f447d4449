import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from '../support/database/database.ts'
import { eventually } from '../support/eventually.ts'
import { newDataDir, request, spawnProduct, startProcess } from '../support/processes/process.ts'
import { BUILD } from '../support/processes/programs.ts'

const DEMO = { email: 'demo@harkara.test', password: 'sandbox-harkara-1' }
const login = (url: string, who: object = DEMO) => request(`${url}/api/v1/auth/login`, 'POST', who)

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Starts what must not start; the lines it printed and its exit code. */
async function refused(env: Record<string, string>) {
  const child = spawnProduct({ PORT: '0', SANDBOX_PORT: '0', LOG_LEVEL: 'silent', ...env })
  const [code] = await once(child, 'exit')
  return { code, lines: child.output().trim().split('\n') }
}

describe('the whole product on embedded defaults', () => {
  test('starts, signs in, says where it is, and stops with its children on SIGTERM; the next start keeps the data', async () => {
    const dataDir = await newDataDir()
    const first = await startProcess({ DATA_DIR: dataDir }, { program: BUILD.server })
    expect(first.output()).toContain('demo@harkara.test')
    const { body } = await login(first.url)
    expect((await request(`${first.url}/readyz`)).status).toBe(200)
    const page = await request(first.url)
    expect(page).toMatchObject({ status: 200 })
    expect(page.body).toContain('<title>Harkara</title>')
    expect((await request(`${first.url}/docs`)).status).toBe(200)
    expect(page.body).toContain(first.sandboxUrl)
    const name = { companyName: 'Kept Traders' }
    await request(`${first.url}/api/v1/vendor/me`, 'PATCH', name, body.accessToken)

    expect(await first.end('SIGTERM')).toBe(0)
    await expect(fetch(first.sandboxUrl)).rejects.toThrow()

    const second = await startProcess({ DATA_DIR: dataDir })
    expect((await login(second.url)).body.vendor.companyName).toBe('Kept Traders')
    expect(await second.end('SIGINT')).toBe(0)
  })

  test('after kill -9 the sandbox goes too, and the next start recovers on the same data', async () => {
    const dataDir = await newDataDir()
    const first = await startProcess({ DATA_DIR: dataDir })
    const { body } = await login(first.url)
    await first.end('SIGKILL')
    await eventually(async () => {
      await expect(fetch(first.sandboxUrl)).rejects.toThrow()
    }, 10_000)
    const second = await startProcess({ DATA_DIR: dataDir })
    expect((await request(`${second.url}/api/v1/vendor/me`, 'GET', undefined, body.accessToken)).status).toBe(200)
    await second.end('SIGTERM')
  })

  test('two run side by side; a second start on the same directory says where the first runs', async () => {
    const [dirA, dirB] = [await newDataDir(), await newDataDir()]
    const [a, b] = await Promise.all([startProcess({ DATA_DIR: dirA }), startProcess({ DATA_DIR: dirB })])
    expect(a.url).not.toBe(b.url)
    expect((await login(a.url)).status).toBe(200)
    expect((await login(b.url)).status).toBe(200)
    const { code, lines } = await refused({ DATA_DIR: dirA })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(a.url.replace('127.0.0.1', 'localhost'))])
    // a single role joins instead
    const worker = await startProcess({
      DATA_DIR: dirA,
      SERVICE_TYPE: 'WORKER',
      SANDBOX_PORT: new URL(a.sandboxUrl).port,
    })
    expect((await request(`${worker.url}/readyz`)).status).toBe(200)
    expect(await worker.end('SIGTERM')).toBe(0)
    expect((await login(a.url)).status).toBe(200)
    await Promise.all([a.end('SIGTERM'), b.end('SIGTERM')])
  })
})

describe('what cannot start says so in one line, ends with an exit code and leaves nothing running', () => {
  test('a busy port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    for (const [name, database] of [
      ['PORT', {}],
      ['SANDBOX_PORT', { DATABASE_URL: await createTestDatabase() }],
    ] as const) {
      const { code, lines } = await refused({ DATA_DIR: await newDataDir(), ...database, [name]: String(port) })
      expect(code).toBe(1)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain(String(port))
      expect(lines[0]).toContain(name)
    }
    server.close()
  })

  test('a data directory that is a file, or inside one', async () => {
    const file = join(await newDataDir(), 'file')
    await writeFile(file, '')
    for (const DATA_DIR of [file, join(file, 'deeper')]) {
      const { code, lines } = await refused({ DATA_DIR })
      expect(code).toBe(1)
      expect(lines).toEqual([expect.stringContaining('DATA_DIR')])
    }
  })

  test('a data directory that may not be written', async () => {
    // Root may write anywhere but where the kernel says no.
    const dir = process.getuid?.() === 0 ? '/sys/harkara' : join(await newDataDir(), 'locked')
    if (process.getuid?.() !== 0) await mkdir(dir, { mode: 0o500 })
    const { code, lines } = await refused({ DATA_DIR: dir })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('DATA_DIR')])
  })

  test.each([
    ['nobody listens', 'postgres://u:secret-word@127.0.0.1:1/x'],
    ['no such host', 'postgres://u:secret-word@no-such-host.invalid/x'],
  ])('a wrong DATABASE_URL: %s', async (_what, DATABASE_URL) => {
    const { code, lines } = await refused({ DATABASE_URL, DATABASE_WAIT_SECONDS: '0', DATA_DIR: await newDataDir() })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('DATABASE_URL')])
    expect(lines.join()).not.toContain('secret-word')
  })

  test('a database that does not exist', async () => {
    const url = new URL(await createEmptyDatabase())
    url.pathname = '/no_such_database'
    const { code, lines } = await refused({ DATABASE_URL: url.href, DATA_DIR: await newDataDir() })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('no_such_database')])
  })

  test('a Redis that is away', async () => {
    const env = { DATABASE_URL: await createTestDatabase(), DATA_DIR: await newDataDir() }
    expect(await refused({ ...env, REDIS_URL: 'redis://:never-shown@127.0.0.1:1' })).toEqual({
      code: 1,
      lines: ['Cannot connect to Redis at 127.0.0.1:1 (ECONNREFUSED). Check REDIS_URL and that the server is running.'],
    })
  })

  test('a database that newer code has migrated', async () => {
    const url = await createTestDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("insert into migration (name, checksum) values ('9999_future.sql', 'x')")
    await client.end()
    const { code, lines } = await refused({ DATABASE_URL: url, DATA_DIR: await newDataDir() })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('9999_future.sql')])
  })

  test('production without its settings names each of them', async () => {
    const { code, lines } = await refused({ NODE_ENV: 'production', DATA_DIR: await newDataDir() })
    expect(code).toBe(1)
    for (const name of ['DATABASE_URL', 'JWT_SECRET', 'ENCRYPTION_KEYS', 'SMTP_URL', 'GATEWAY_KEY_SECRET'])
      expect(lines.filter((line) => line.includes(`${name}:`))).toHaveLength(1)
  })

  test('a failed start also stops its sandbox', async () => {
    const { code, lines } = await refused({ DATA_DIR: await newDataDir(), HOST: '203.0.113.1' })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('HOST')])
    expect(isAlive(process.pid)).toBe(true)
  })
})
