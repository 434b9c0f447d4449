import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  begin,
  beginElsewhere,
  cleanUp,
  isAlive,
  makeTempDir,
  openClient,
  processesOn,
  query,
  serverPid,
} from '../../../tests/support/services/embedded.ts'

afterEach(cleanUp)

test('data are there again after a restart, at the same address', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const first = await begin(dataDir, { isDurable: true })
  await query(first.url, `create table note as select 'kept' as text`)
  await first.end()
  const second = await begin(dataDir, { isDurable: true })
  expect((await query(second.url, 'select text from note')).rows).toEqual([{ text: 'kept' }])
  expect(second.url).toBe(first.url)
})

test('a port that another program has taken in the meantime is not used', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const first = await begin(dataDir)
  await first.end()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  const second = await begin(dataDir)
  squatter.close()
  expect(second.url).not.toBe(first.url)
  expect((await query(second.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the database is made for this product: UTF-8 in every script, UTC, durable, 200 connections', async () => {
  const { url } = await begin(join(await makeTempDir(), 'data'), { isDurable: true })
  const { rows } = await query(
    url,
    `select lower('ÄÉΣЖ') as lower, current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('max_connections') as connections, current_setting('data_checksums') as checksums`,
  )
  expect(rows[0]).toEqual({
    lower: 'äéσж',
    encoding: 'UTF8',
    zone: 'UTC',
    fsync: 'on',
    commit: 'on',
    connections: '200',
    checksums: 'on',
  })
})

test('a connection without the password is refused, and only the user can read the password', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const { url } = await begin(dataDir)
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(dataDir, 'database.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
})

test('the server is reached over loopback only', async () => {
  const { url } = await begin(join(await makeTempDir(), 'data'))
  const { rows } = await query(url, `select current_setting('unix_socket_directories') as sockets`)
  expect(rows).toEqual([{ sockets: '' }])
  const others = Object.values(networkInterfaces()).flat()
  for (const { address } of others.filter((other) => other && !other.internal && other.family === 'IPv4') as {
    address: string
  }[]) {
    const refused = new Promise((resolve) => connect(Number(new URL(url).port), address).on('error', resolve))
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' })
  }
})

test('nothing that people wrote gets into the log', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const { url } = await begin(dataDir)
  const client = await openClient(url)
  await client.query('create table person (email text primary key, age int)')
  for (const values of [
    ['asha@example.test', 1],
    ['asha@example.test', 1],
    ['ravi@example.test', 'elderly'],
  ]) {
    await client.query('insert into person values ($1, $2)', values).catch(() => {})
  }
  await client.query(`select 'lata@example.test' from nowhere`).catch(() => {})
  await client.end()
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('ready to accept connections')
  expect(log).not.toMatch(/example\.test|elderly|person/)
})

test('any directory name will do', async () => {
  const parent = await makeTempDir(`it's "quoted" $HOME \\ %s 数据`)
  const { url } = await begin(join(parent, 'data dir'))
  expect((await query(url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('two data directories run side by side', async () => {
  const dir = await makeTempDir()
  const [one, two] = await Promise.all([begin(join(dir, 'one')), begin(join(dir, 'two'))])
  await query(one.url, 'create table only_here (id int)')
  await expect(query(two.url, 'select * from only_here')).rejects.toThrow('does not exist')
})

test('Ctrl-C reaches the product and not its database', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const { child } = await beginElsewhere(dataDir)
  const pid = await serverPid(dataDir)
  process.kill(-(child.pid as number), 'SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await isAlive(pid)).toBe(true)
})

test('stopping does not wait for clients', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const postgres = await begin(dataDir)
  const client = await openClient(postgres.url)
  await client.query('begin')
  const pid = await serverPid(dataDir)
  await postgres.stop()
  expect(await isAlive(pid)).toBe(false)
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('database system is shut down')
  expect(log).not.toContain('immediate shutdown')
})

test('a server that does not listen to reason is killed', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const postgres = await begin(dataDir)
  const pid = (await serverPid(dataDir)) as number
  process.kill(pid, 'SIGSTOP')
  await postgres.stop()
  expect(await isAlive(pid)).toBe(false)
})

test('an aborted start leaves nothing running and can be done again', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  for (const afterMs of [0, 100, 400, 700, 1_000]) {
    const abort = new AbortController()
    setTimeout(() => abort.abort(), afterMs)
    const outcome = await begin(dataDir, { signal: abort.signal }).catch((error: Error) => error)
    if (outcome instanceof Error) expect(outcome.name).toBe('AbortError')
    else await outcome.end()
    expect(await processesOn(dataDir)).toEqual([])
  }
  const { url } = await begin(dataDir)
  expect((await query(url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})
