import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { filesUnder, inChunks, MB, read, sha256 } from '../../../tests/support/imports/stored-files.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { diskFileStore } from './disk.ts'

describe('file store on disk', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'harkara-files-'))
    return () => rm(dir, { recursive: true, force: true })
  })

  test('of two concurrent puts to one key one is kept, complete', async () => {
    const store = diskFileStore(dir)
    const contents = [Buffer.alloc(6 * MB, 1), Buffer.alloc(6 * MB, 2)]
    await Promise.all(contents.map((content) => store.put('contended', inChunks(content, 65_536))))
    expect(contents.map(sha256)).toContain(sha256(await read(store, 'contended')))
  })

  test('a failed put leaves nothing on the disk', async () => {
    const failing = async function* () {
      yield new Uint8Array(MB)
      throw new Error('the client went away')
    }
    await diskFileStore(dir)
      .put('x', failing())
      .catch(() => {})
    expect(await filesUnder(dir)).toEqual([])
  })

  test('files left by killed processes are removed after a day, files being written are not', async () => {
    await diskFileStore(dir).check()
    for (const name of ['old', 'fresh']) await writeFile(join(dir, '.unfinished', name), 'half')
    const twoDaysAgo = new Date(Date.now() - 48 * HOUR_MS)
    await utimes(join(dir, '.unfinished', 'old'), twoDaysAgo, twoDaysAgo)
    await diskFileStore(dir).put('key', inChunks(Buffer.from('x')))
    expect((await filesUnder(dir)).sort()).toEqual(['.unfinished/fresh', 'key'])
  })

  test('a process that runs for long also removes what others left since it started', async () => {
    let nowMs = 0
    const store = diskFileStore(dir, () => nowMs)
    await store.put('first', inChunks(Buffer.from('x')))
    await writeFile(join(dir, '.unfinished', 'old'), 'half')
    const twoDaysAgo = new Date(Date.now() - 48 * HOUR_MS)
    await utimes(join(dir, '.unfinished', 'old'), twoDaysAgo, twoDaysAgo)
    nowMs = 3_599_999
    await store.put('second', inChunks(Buffer.from('x')))
    expect(await filesUnder(dir)).toContain('.unfinished/old')
    nowMs = 3_600_000
    await store.put('third', inChunks(Buffer.from('x')))
    expect((await filesUnder(dir)).sort()).toEqual(['first', 'second', 'third'])
  })

  test('files are readable by their owner only', async () => {
    await diskFileStore(dir).put('secret', inChunks(Buffer.from('x')))
    expect((await stat(join(dir, 'secret'))).mode & 0o777).toBe(0o600)
  })
})
