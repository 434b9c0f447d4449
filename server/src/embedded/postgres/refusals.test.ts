import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  begin,
  cleanUp,
  firstLine,
  makeTempDir,
  processesOn,
  spawnStarter,
} from '../../../tests/support/services/embedded.ts'
import { StartFailure } from '../start-failure.ts'

afterEach(cleanUp)

test('a database of another PostgreSQL version is refused and left as it is', async () => {
  const { dataDir, cluster } = await makeDatabase()
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  expect(await refusal(dataDir)).toMatch(
    /was created by PostgreSQL 17, but the bundled version is PostgreSQL 18: run PostgreSQL 17 on it and set DATABASE_URL, or move/,
  )
  expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n')
})

test('a lost database is not replaced by an empty one', async () => {
  const { dataDir, cluster } = await makeDatabase()
  await rm(cluster, { recursive: true })
  expect(await refusal(dataDir)).toMatch(
    / is missing from .*: restore it, or remove .*database\.json to start with an empty/,
  )
  expect(await readdir(dataDir)).not.toContain('postgres')
})

test.each(['', '{"home":'])('a database whose password is lost (%j) is refused', async (content) => {
  const { dataDir, cluster } = await makeDatabase()
  await writeFile(join(dataDir, 'database.json'), content)
  expect(await refusal(dataDir)).toMatch(`is missing or damaged: restore it, or move ${cluster} away`)
})

test('a disk that fills up while the database is made is named, and nothing half-made stays', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  const message = await firstLine(spawnStarter(dataDir, 'ulimit -f 2048;'))
  expect(message).toMatch(/^The database could not be created in .* \(.*\): check free space and permissions/)
  expect((await readdir(dataDir)).sort()).toEqual(['database.json', 'owner'])
  expect(await processesOn(dataDir)).toEqual([])
})

test('a server that cannot start says why in one line and names its log', async () => {
  const { dataDir, cluster } = await makeDatabase()
  await rm(join(cluster, 'global', 'pg_control'))
  expect(await refusal(dataDir)).toMatch(
    /^PostgreSQL did not start \(.*could not find the database system.*postgres\.log/,
  )
  expect(await processesOn(dataDir)).toEqual([])
})

test('on a platform without an embedded PostgreSQL the error says how to use another one', async () => {
  const { arch } = process
  Object.defineProperty(process, 'arch', { value: 'riscv64' })
  const message = await refusal(join(await makeTempDir(), 'data'))
  Object.defineProperty(process, 'arch', { value: arch })
  expect(message).toMatch(
    /riscv64 is not installed\): run npm install, or set DATABASE_URL to your own PostgreSQL server/,
  )
})

async function makeDatabase() {
  const dataDir = join(await makeTempDir(), 'data')
  await (await begin(dataDir)).end()
  return { dataDir, cluster: join(dataDir, 'postgres') }
}

async function refusal(dataDir: string): Promise<string> {
  const failure = await begin(dataDir).catch((error) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  expect(failure.message).not.toContain('\n')
  return failure.message
}
