import { spawn } from 'node:child_process'
import { cp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  begin,
  beginElsewhere,
  cleanUp,
  giveLike,
  isAlive,
  kill,
  killDatabase,
  makeTempDir,
  openClient,
  processesOn,
  query,
  serverPid,
  spawnStarter,
} from '../../../tests/support/services/embedded.ts'

afterEach(cleanUp)

test('after kill -9 of the product the next start stops the orphan and goes on with its data', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const { child, url } = await beginElsewhere(dataDir)
  await query(url, `create table note as select 'kept' as text`)
  const orphan = await serverPid(dataDir)
  await kill(child)
  expect(await isAlive(orphan)).toBe(true)
  const next = await begin(dataDir)
  expect(await isAlive(orphan)).toBe(false)
  expect((await query(next.url, 'select text from note')).rows).toEqual([{ text: 'kept' }])
})

test('after kill -9 of everything every commit is there', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const { child, url } = await beginElsewhere(dataDir)
  await query(url, 'create table entry (id int primary key)')
  const client = await openClient(url)
  let committed = 0
  const writing = (async () => {
    for (;;) {
      await client.query('insert into entry values ($1)', [committed + 1])
      committed++
    }
  })().catch(() => {}) // the connection may end before or after the last kill
  await new Promise((resolve) => setTimeout(resolve, 300))
  await Promise.all([kill(child), killDatabase(dataDir)])
  await writing
  expect(committed).toBeGreaterThan(0)
  const next = await begin(dataDir)
  const { rows } = await query(next.url, 'select count(*)::int as count from entry')
  expect(rows[0].count).toBeGreaterThanOrEqual(committed)
})

test('a busy session of a killed server does not hold up the next start', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const { child, url } = await beginElsewhere(dataDir)
  const client = await openClient(url)
  const session = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  client.query('do $$ begin loop end loop; end $$').catch(() => {})
  await kill(child)
  process.kill((await serverPid(dataDir)) as number, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await isAlive(session)).toBe(true)
  const next = await begin(dataDir)
  expect(await isAlive(session)).toBe(false)
  expect((await query(next.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a process that got the pid of the dead server lives on', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const first = await begin(dataDir)
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await first.end()
  // As the same user: PostgreSQL ignores processes that it may not signal.
  const { uid } = await stat(join(dataDir, 'postgres'))
  const bystander = spawn('sleep', ['60'], { uid })
  await writeFile(file, [bystander.pid, ...lines.slice(1)].join('\n'))
  await begin(dataDir)
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
  bystander.kill()
})

test('a copy of a running data directory does not touch the original', async () => {
  const dir = await makeTempDir()
  const original = await begin(join(dir, 'original'))
  const pid = await serverPid(join(dir, 'original'))
  await query(original.url, 'checkpoint')
  await cp(join(dir, 'original', 'postgres'), join(dir, 'copy', 'postgres'), {
    recursive: true,
    preserveTimestamps: true,
  })
  await cp(join(dir, 'original', 'database.json'), join(dir, 'copy', 'database.json'))
  await giveLike(join(dir, 'original', 'postgres'), join(dir, 'copy', 'postgres'))
  const copy = await begin(join(dir, 'copy'))
  expect(await isAlive(pid)).toBe(true)
  expect((await query(original.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await query(copy.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(copy.url).not.toBe(original.url)
})

test('an orphan is recognized after its data directory was renamed', async () => {
  const dir = await makeTempDir()
  const { child } = await beginElsewhere(join(dir, 'before'))
  const orphan = await serverPid(join(dir, 'before'))
  await kill(child)
  await rename(join(dir, 'before'), join(dir, 'after'))
  const next = await begin(join(dir, 'after'))
  expect(await isAlive(orphan)).toBe(false)
  expect((await query(next.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a first start that was killed in the middle is done again', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const child = spawnStarter(dataDir)
  await expect.poll(() => processesOn(dataDir), { timeout: 10_000 }).not.toEqual([])
  await kill(child)
  for (const { pid } of await processesOn(dataDir)) process.kill(pid, 'SIGKILL')
  expect(await readdir(dataDir)).not.toContain('postgres')
  const { url } = await begin(dataDir)
  expect((await query(url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).filter((name) => name.includes('draft'))).toEqual([])
})

test('a server that is killed under the running product comes back at the same address', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const { url } = await begin(dataDir)
  await query(url, `create table note as select 'kept' as text`)
  const client = await openClient(url)
  client.query('do $$ begin loop end loop; end $$').catch(() => {})
  process.kill((await serverPid(dataDir)) as number, 'SIGKILL')
  const text = async () => (await query(url, 'select text from note').catch(() => undefined))?.rows
  await expect.poll(text, { timeout: 10_000 }).toEqual([{ text: 'kept' }])
})

test('a server that cannot be brought back is reported as lost', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const { lost } = await begin(dataDir)
  const pid = (await serverPid(dataDir)) as number
  await rename(join(dataDir, 'postgres'), join(dataDir, 'elsewhere'))
  process.kill(pid, 'SIGKILL')
  expect((await lost).message).toMatch(/^PostgreSQL crashed and could not be restarted: .*postgres/)
})

test('a stop while the server is coming back leaves nothing running', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  for (const afterMs of [0, 150, 250, 350]) {
    const postgres = await begin(dataDir)
    process.kill((await serverPid(dataDir)) as number, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    await postgres.end()
    expect(await processesOn(dataDir)).toEqual([])
  }
})
