import { chmod, chown, cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  begin,
  cleanUp,
  giveLike,
  makeTempDir,
  query,
  removeAtEnd,
  serverPid,
} from '../../../tests/support/services/embedded.ts'

const NOBODY = 65_534

afterEach(cleanUp)

describe.runIf(process.geteuid?.() === 0 && process.platform === 'linux')('started by root', () => {
  test('the server runs as another user, with none of the groups of root', async () => {
    const dataDir = join(await makeTempDir(), 'data')
    await begin(dataDir)
    const status = await readFile(`/proc/${await serverPid(dataDir)}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)\s+(\d+)\s+(\d+)/m.exec(status)?.slice(1)).not.toContain('0')
    expect(/^Groups:(.*)$/m.exec(status)?.[1]?.trim()).toBe('')
  })

  test('below a private directory the cluster lives elsewhere and is found again, also after a move', async () => {
    const dir = await makeTempDir('private', 0o700)
    const first = await begin(join(dir, 'before'))
    const home = await homeOf(join(dir, 'before'))
    expect(home).toMatch(/^\/var\/lib\/harkara\/[0-9a-f]{16}$/)
    expect(await readdir(join(dir, 'before'))).not.toContain('postgres')
    await query(first.url, `create table note as select 'kept' as text`)
    await first.end()
    await rename(join(dir, 'before'), join(dir, 'after'))
    const second = await begin(join(dir, 'after'))
    expect((await query(second.url, 'select text from note')).rows).toEqual([{ text: 'kept' }])
  })

  test('a data directory that was removed and created again starts empty, and the old cluster stays', async () => {
    const dataDir = join(await makeTempDir('private', 0o700), 'data')
    const first = await begin(dataDir)
    const firstHome = await homeOf(dataDir)
    await query(first.url, 'create table note (text text)')
    await first.end()
    await rm(dataDir, { recursive: true })
    const second = await begin(dataDir)
    expect(await homeOf(dataDir)).toBe(`${firstHome}-2`)
    await expect(query(second.url, 'select * from note')).rejects.toThrow('does not exist')
    expect(await readdir(firstHome)).toContain('postgres')
  })

  test('a copy of a data directory whose cluster lives elsewhere cannot run beside the original', async () => {
    const dir = await makeTempDir('private', 0o700)
    const original = await begin(join(dir, 'original'))
    await homeOf(join(dir, 'original'))
    await cp(join(dir, 'original', 'database.json'), join(dir, 'copy', 'database.json'))
    await expect(begin(join(dir, 'copy'))).rejects.toThrow(
      /in use by process \d+: stop that process, then start again\.$/,
    )
    expect((await query(original.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a cluster that an ordinary user made goes on as that user', async () => {
    const dataDir = join(await makeTempDir(), 'data')
    await (await begin(dataDir)).end()
    const model = await makeTempDir('model')
    await chown(model, NOBODY, NOBODY)
    await giveLike(model, join(dataDir, 'postgres'))
    const { url } = await begin(dataDir)
    expect((await query(url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(NOBODY)
  })

  test('a cluster that has moved out of its user’s reach is refused with what to do', async () => {
    const dir = await makeTempDir()
    await (await begin(join(dir, 'data'))).end()
    await chmod(dir, 0o700)
    await expect(begin(join(dir, 'data'))).rejects.toThrow(
      /who cannot enter that directory: allow access on every parent/,
    )
  })
})

async function homeOf(dataDir: string): Promise<string> {
  const { home } = JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8')) as { home: string }
  removeAtEnd(home)
  return home
}
