import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesUnder, inChunks, MB, read, sha256 } from '../../../tests/support/imports/stored-files.ts'
import { startChild } from '../../../tests/support/processes/child.ts'
import { startS3 } from '../../../tests/support/services/s3.ts'
import { FileMissing, type FileStore } from '../../ports/file-store.ts'
import { diskFileStore } from './disk.ts'
import { s3FileStore } from './s3.ts'

interface Bench {
  store: FileStore
  /** What a child process needs to open the same store. */
  address: Record<string, unknown>
  bytesReceived(): Promise<number>
  /** A store that cannot be written to. */
  broken(): Promise<FileStore>
  close(): Promise<void>
}

for (const { kind, open } of [
  { kind: 'disk', open: openDisk },
  { kind: 's3', open: openS3 },
])
  describe(`file store on ${kind}`, () => {
    let bench: Bench
    let store: FileStore
    beforeAll(async () => {
      bench = await open()
      store = bench.store
    })
    afterAll(() => bench?.close())

    test.each([0, 1, 5 * MB - 1, 5 * MB, 5 * MB + 1, 12 * MB + 345])(
      '%d bytes come back as they were put',
      async (size) => {
        const key = `imports/${randomUUID()}`
        const content = randomBytes(size)
        expect(await store.put(key, inChunks(content, 70_001))).toEqual({ bytes: size })
        expect(sha256(await read(store, key))).toBe(sha256(content))
      },
    )

    test('a file is the same whether it was written in one large chunk or in thousands of small ones', async () => {
      const content = randomBytes(6 * MB)
      await store.put('one-chunk', inChunks(content, content.byteLength))
      await store.put('small-chunks', inChunks(content, 997))
      expect(sha256(await read(store, 'one-chunk'))).toBe(sha256(content))
      expect(sha256(await read(store, 'small-chunks'))).toBe(sha256(content))
    })

    test('a chunk whose buffer is reused for the next one is stored unchanged', async () => {
      const content = randomBytes(6 * MB)
      const room = Buffer.alloc(70_001)
      const overwriting = async function* () {
        for await (const piece of inChunks(content, room.length)) {
          room.set(piece)
          yield room.subarray(0, piece.byteLength)
          room.fill(0)
        }
      }
      await store.put('in-one-room', overwriting())
      expect(sha256(await read(store, 'in-one-room'))).toBe(sha256(content))
    })

    test('putting a key again replaces its content', async () => {
      await store.put('a/key', inChunks(Buffer.from('the old and longer one')))
      await store.put('a/key', inChunks(Buffer.from('new')))
      expect(`${await read(store, 'a/key')}`).toBe('new')
    })

    test.each([
      [{ start: 0 }, '0123456789'],
      [{ start: 4 }, '456789'],
      [{ start: 2, end: 5 }, '234'],
      [{ start: 0, end: 1 }, '0'],
      [{ start: 9, end: 10 }, '9'],
      [{ start: 8, end: 99 }, '89'],
      [{ start: 3, end: 3 }, ''],
      [{ start: 0, end: 0 }, ''],
      [{ start: 10 }, ''],
      [{ start: 50, end: 60 }, ''],
    ])(
      'the range %j contains %j: its end is exclusive, and nothing follows the end of the file',
      async (range, expected) => {
        await store.put('digits', inChunks(Buffer.from('0123456789')))
        expect(`${await read(store, 'digits', range)}`).toBe(expected)
      },
    )

    test('a missing key is FileMissing before reading, with or without a range', async () => {
      await store.put('folder/file', inChunks(Buffer.from('x')))
      for (const key of ['nothing', 'folder', 'folder/other', 'folder/file/below'])
        for (const range of [undefined, { start: 0, end: 0 }, { start: 5, end: 9 }])
          await expect(store.get(key, range)).rejects.toThrow(FileMissing)
    })

    test('a removed key is missing, and removing a missing key is not an error', async () => {
      await store.put('folder/going', inChunks(Buffer.from('x')))
      await store.remove('folder/going')
      await expect(store.get('folder/going')).rejects.toThrow(FileMissing)
      for (const key of ['folder/going', 'never/was', 'folder']) await store.remove(key)
    })

    test.each([100, 11 * MB])('a source that fails after %d bytes leaves no key, or the old content', async (size) => {
      async function* failing() {
        yield* inChunks(randomBytes(size), 65_536)
        throw new Error('the client went away')
      }
      const [fresh, known] = [randomUUID(), randomUUID()]
      await store.put(known, inChunks(Buffer.from('old')))
      for (const key of [fresh, known]) await expect(store.put(key, failing())).rejects.toThrow('the client went away')
      await expect(store.get(fresh)).rejects.toThrow(FileMissing)
      expect(`${await read(store, known)}`).toBe('old')
    })

    test('a process killed during a put leaves no key, or the old content', async () => {
      const [fresh, known] = [randomUUID(), randomUUID()]
      await store.put(known, inChunks(Buffer.from('old')))
      for (const key of [fresh, known]) {
        const child = startChild('file-putter', { ...bench.address, key, bytes: 7 * MB })
        await child.lines.next()
        await child.kill('SIGKILL')
      }
      await expect(store.get(fresh)).rejects.toThrow(FileMissing)
      expect(`${await read(store, known)}`).toBe('old')
    })

    test('no more than a few megabytes are buffered, however large the file', async () => {
      const before = await bench.bytesReceived()
      let [given, mostOnTheWay] = [0, 0]
      async function* large() {
        while (given < 64 * MB) {
          yield new Uint8Array(MB)
          given += MB
          mostOnTheWay = Math.max(mostOnTheWay, given - ((await bench.bytesReceived()) - before))
        }
      }
      await store.put('large', large())
      expect(mostOnTheWay).toBeLessThanOrEqual(6 * MB)
      await store.remove('large')
    })

    test('a reader may stop early', async () => {
      await store.put('long', inChunks(randomBytes(8 * MB), 65_536))
      for await (const chunk of await store.get('long')) {
        expect(chunk.byteLength).toBeGreaterThan(0)
        break
      }
      expect((await read(store, 'long')).byteLength).toBe(8 * MB)
    })

    test.each([
      '',
      '.',
      '..',
      '../up',
      'a/../b',
      '/root',
      'a//b',
      'a/',
      '.hidden',
      'a/.b',
      'a\\b',
      'a\0',
      'é',
      'a b',
      'x'.repeat(513),
    ])('the key %j is rejected by every method', async (key) => {
      await expect(store.put(key, inChunks(Buffer.from('x')))).rejects.toThrow(RangeError)
      await expect(store.get(key)).rejects.toThrow(RangeError)
      await expect(store.remove(key)).rejects.toThrow(RangeError)
    })

    test('check passes on a writable store and throws otherwise', async () => {
      await store.check()
      await expect((await bench.broken()).check()).rejects.toThrow()
    })
  })

async function openDisk(): Promise<Bench> {
  const dir = await mkdtemp(join(tmpdir(), 'harkara-files-'))
  return {
    store: diskFileStore(dir),
    address: { dir },
    async bytesReceived() {
      const sizes = await Promise.all((await filesUnder(dir)).map(async (path) => (await stat(join(dir, path))).size))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    async broken() {
      await writeFile(join(dir, 'a-file'), '')
      return diskFileStore(join(dir, 'a-file', 'below'))
    },
    close: () => rm(dir, { recursive: true, force: true }),
  }
}

async function openS3(): Promise<Bench> {
  const s3 = await startS3()
  return {
    store: s3FileStore(s3.settings),
    address: { s3: s3.settings },
    bytesReceived: async () => s3.bytesReceived,
    broken: async () => s3FileStore({ ...s3.settings, bucket: 'nowhere' }),
    close: () => s3.close(),
  }
}
