import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChild } from '../../../tests/support/child.ts'
import { startS3, type TestS3 } from '../../../tests/support/s3.ts'
import { FileMissing, type FileStore } from '../../ports/file-store.ts'
import { diskFileStore } from './disk.ts'
import { s3FileStore } from './s3.ts'

const MB = 1024 * 1024

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

    test('a file that came in one large chunk or in thousands of small ones is the same file', async () => {
      const content = randomBytes(6 * MB)
      await store.put('one-chunk', inChunks(content, content.byteLength))
      await store.put('small-chunks', inChunks(content, 997))
      expect(sha256(await read(store, 'one-chunk'))).toBe(sha256(content))
      expect(sha256(await read(store, 'small-chunks'))).toBe(sha256(content))
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
    ])('the range %j holds %j: its end is exclusive, and past the end there is nothing', async (range, expected) => {
      await store.put('digits', inChunks(Buffer.from('0123456789')))
      expect(`${await read(store, 'digits', range)}`).toBe(expected)
    })

    test('a missing key is FileMissing at once, with or without a range', async () => {
      await store.put('folder/file', inChunks(Buffer.from('x')))
      for (const key of ['nothing', 'folder', 'folder/other', 'folder/file/below'])
        for (const range of [undefined, { start: 0, end: 0 }, { start: 5, end: 9 }])
          await expect(store.get(key, range)).rejects.toThrow(FileMissing)
    })

    test('a removed key is missing, and removing what is not there is no error', async () => {
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

    test('a process killed in the middle of a put leaves no key, or the old content', async () => {
      const [fresh, known] = [randomUUID(), randomUUID()]
      await store.put(known, inChunks(Buffer.from('old')))
      for (const key of [fresh, known]) {
        const child = startChild('file-putter.ts', { ...bench.address, key, bytes: 7 * MB })
        await child.lines.next()
        await child.kill('SIGKILL')
      }
      await expect(store.get(fresh)).rejects.toThrow(FileMissing)
      expect(`${await read(store, known)}`).toBe('old')
    })

    test('no more than a few megabytes are on the way at any time, however large the file', async () => {
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
    ])('the key %j is refused everywhere', async (key) => {
      await expect(store.put(key, inChunks(Buffer.from('x')))).rejects.toThrow(RangeError)
      await expect(store.get(key)).rejects.toThrow(RangeError)
      await expect(store.remove(key)).rejects.toThrow(RangeError)
    })

    test('check passes on a store that can be written to and throws on one that cannot', async () => {
      await store.check()
      await expect((await bench.broken()).check()).rejects.toThrow()
    })
  })

describe('file store on disk', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'harkara-files-'))
    return () => rm(dir, { recursive: true, force: true })
  })

  test('of two puts to one key at the same time one stays, whole', async () => {
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

  test('what killed processes left is swept after a day, what others are writing is not', async () => {
    await diskFileStore(dir).check()
    for (const name of ['old', 'fresh']) await writeFile(join(dir, '.unfinished', name), 'half')
    const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
    await utimes(join(dir, '.unfinished', 'old'), twoDaysAgo, twoDaysAgo)
    await diskFileStore(dir).put('key', inChunks(Buffer.from('x')))
    expect((await filesUnder(dir)).sort()).toEqual(['.unfinished/fresh', 'key'])
  })

  test('files are readable by their owner only', async () => {
    await diskFileStore(dir).put('secret', inChunks(Buffer.from('x')))
    expect((await stat(join(dir, 'secret'))).mode & 0o777).toBe(0o600)
  })
})

describe('file store on s3', () => {
  let s3: TestS3
  let store: FileStore
  beforeAll(async () => {
    s3 = await startS3()
    store = s3FileStore(s3.settings)
  })
  beforeEach(() => {
    s3.requests.length = 0
    s3.fault = () => undefined
  })
  afterAll(() => s3?.close())
  const large = () => inChunks(randomBytes(6 * MB), 65_536)

  test('small content is one PUT that names its length', async () => {
    await store.put('small', inChunks(Buffer.from('abc'), 1))
    expect(s3.requests).toMatchObject([{ method: 'PUT', path: '/files/small', length: '3' }])
  })

  test('an empty range, which HTTP cannot say, asks for one byte', async () => {
    await store.put('small', inChunks(Buffer.from('abc')))
    expect(await read(store, 'small', { start: 1, end: 1 })).toHaveLength(0)
    expect(s3.requests.at(-1)?.range).toBe('bytes=1-1')
  })

  test('an upload in parts that fails is cancelled by its id', async () => {
    s3.fault = (method, path) => (method === 'PUT' && path.includes('partNumber=2') ? 403 : undefined)
    await expect(store.put('parts', large())).rejects.toThrow('403')
    const uploadId = /uploadId=([^&]+)/.exec(s3.requests.find((one) => one.method === 'PUT')?.path ?? '')?.[1]
    expect(s3.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/files/parts?uploadId=${uploadId}` })
  })

  test.each([500, 503, 429, 'cut', 'cut-answer'] as const)('a passing fault (%s) is tried again', async (fault) => {
    for (const size of [100, fault === 'cut-answer' ? 200 : 6 * MB]) {
      const content = randomBytes(size)
      s3.fault = failOnce(fault)
      await store.put('again', inChunks(content, 65_536))
      s3.fault = failOnce(fault)
      expect(sha256(await read(store, 'again'))).toBe(sha256(content))
      s3.fault = failOnce(fault)
      await store.remove('again')
      await expect(store.get('again')).rejects.toThrow(FileMissing)
    }
  })

  test('a store that keeps failing is given up, and a refusal is not repeated', async () => {
    s3.fault = () => 500
    await expect(store.get('x')).rejects.toThrow('500')
    expect(s3.requests).toHaveLength(4)
    s3.requests.length = 0
    s3.fault = () => 403
    await expect(store.get('x')).rejects.toThrow('403')
    expect(s3.requests).toHaveLength(1)
  })

  test('an upload whose completion fails after the answer began is a failed put', async () => {
    const body = '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'
    s3.fault = (method, path) => (isCompletion(method, path) ? { status: 200, body } : undefined)
    await expect(store.put('late', large())).rejects.toThrow('InternalError')
    s3.fault = () => undefined
    await expect(store.get('late')).rejects.toThrow(FileMissing)
  })

  test('a missing bucket and wrong credentials are errors, not missing files', async () => {
    const lost = s3FileStore({ ...s3.settings, bucket: 'nowhere' })
    await expect(lost.get('x')).rejects.toThrow('NoSuchBucket')
    const stranger = s3FileStore({ ...s3.settings, secretAccessKey: 'wrong' })
    await expect(stranger.get('x')).rejects.toThrow('SignatureDoesNotMatch')
  })

  test('a redirect is not followed', async () => {
    s3.fault = () => 307
    await expect(store.get('x')).rejects.toThrow('307')
    expect(s3.requests).toHaveLength(1)
  })

  test('an answer that breaks off is an error, never a shorter file', async () => {
    await store.put('broken-off', large())
    s3.fault = () => 'cut-in-answer'
    await expect(read(store, 'broken-off')).rejects.toThrow()
  })

  test('an upload that was completed although the answer got lost is a finished put', async () => {
    const content = randomBytes(6 * MB)
    const fails = failOnce('cut-answer' as const)
    const gone = { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
    s3.fault = (method, path) => (isCompletion(method, path) ? (fails(method, path) ?? gone) : undefined)
    expect(await store.put('completed', inChunks(content, 65_536))).toEqual({ bytes: content.byteLength })
    expect(sha256(await read(store, 'completed'))).toBe(sha256(content))
  })
})

const isCompletion = (method: string, path: string) => method === 'POST' && path.includes('uploadId')

/** The first try of every request fails in this way, the second passes. */
function failOnce<F>(fault: F) {
  const seen = new Set<string>()
  return (method: string, path: string) => {
    const isFirst = !seen.has(method + path)
    seen.add(method + path)
    return isFirst ? fault : undefined
  }
}

async function* inChunks(content: Buffer, size = 4096) {
  for (let from = 0; from < content.byteLength; from += size) yield content.subarray(from, from + size)
}

async function read(store: FileStore, key: string, range?: { start: number; end?: number }) {
  const chunks = []
  for await (const chunk of await store.get(key, range)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function filesUnder(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(dir.length + 1))
}

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
