import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { from } from '../../../tests/support/imports/scanned.ts'
import {
  STREAM_BYTES_MAX,
  startClamd,
  TEST_VIRUS,
  TEST_VIRUS_NAME,
  type TestClamd,
} from '../../../tests/support/services/clamd.ts'
import { requireProgram } from '../../../tests/support/services/require-program.ts'
import { EICAR } from '../../../tests/support/tables/eicar.ts'
import { workbook } from '../../../tests/support/tables/workbook.ts'
import { zip } from '../../../tests/support/tables/zip.ts'
import { ScannerUnavailable, type VirusScanner } from '../../ports/virus-scanner.ts'
import { builtinScanner } from './builtin.ts'
import { clamdScanner } from './clamd.ts'
import { withStructureLimits } from './structure-limits.ts'

const MB = 1024 * 1024
const hasClamd = requireProgram('clamd', 'virus scanner on ClamAV')
let clamd: TestClamd
beforeAll(async () => {
  if (hasClamd) clamd = await startClamd()
})
afterAll(() => clamd?.stop())

for (const { kind, runs, open } of [
  { kind: 'builtin', runs: true, open: builtinScanner },
  { kind: 'clamd over TCP', runs: hasClamd, open: () => withStructureLimits(clamdScanner({ url: clamd.tcpUrl })) },
  {
    kind: 'clamd over a socket',
    runs: hasClamd,
    open: () => withStructureLimits(clamdScanner({ url: clamd.unixUrl })),
  },
])
  describe.skipIf(!runs)(`virus scanner: ${kind}`, () => {
    let scanner: VirusScanner
    beforeAll(() => {
      scanner = open()
    })

    test.each([
      ['an empty file', Buffer.alloc(0)],
      ['a contact list', Buffer.from('Name,Phone\nAsha,+919812345678\n'.repeat(20_000))],
      ['a workbook', workbook()],
      ['a truncated zip', workbook().subarray(0, 200)],
    ])('%s is clean', async (_what, file) => {
      expect(await scanner.scan(from(file))).toEqual({ clean: true })
    })

    test.each([
      ['as a file', Buffer.from(EICAR)],
      ['in a workbook', workbook([{ name: 'docProps/custom.xml', content: EICAR }])],
      ['stored in a zip', zip([{ name: 'a.txt', content: EICAR, stored: true }])],
    ])('the EICAR test file is found %s', async (_where, file) => {
      expect(await scanner.scan(from(file))).toMatchObject({ clean: false, threat: expect.stringMatching(/eicar/i) })
    })

    test('the verdict does not depend on how the file is split into chunks', async () => {
      for (const size of [1, 7, 68, 65_536]) {
        expect(await scanner.scan(from(Buffer.from(EICAR), size))).toMatchObject({ clean: false })
        expect(await scanner.scan(from(workbook(), size))).toEqual({ clean: true })
      }
    })

    test('a zip bomb is rejected', async () => {
      const bomb = workbook([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(8 * MB) }])
      expect(await scanner.scan(from(bomb))).toEqual({ clean: false, threat: 'zip bomb' })
    })

    test('a file of 50 MiB is inspected, and one byte more is too large', async () => {
      expect(await scanner.scan(from(Buffer.alloc(52_428_800, 'a,'), MB))).toEqual({ clean: true })
      const verdict = await scanner.scan(from(Buffer.alloc(52_428_801, 'a,'), MB))
      expect(verdict).toEqual({ clean: false, threat: 'file too large' })
    })

    test('an error while reading the file is rethrown, never a verdict', async () => {
      const failing = async function* () {
        yield Buffer.from('Name,Phone\n')
        throw new Error('the store is away')
      }
      await expect(scanner.scan(failing)).rejects.toThrow('the store is away')
    })

    test('many files are scanned concurrently', async () => {
      const files = Array.from({ length: 20 }, (_, i) => Buffer.from(i % 2 ? EICAR : `Name\n${i}`))
      const verdicts = await Promise.all(files.map((file) => scanner.scan(from(file))))
      expect(verdicts.map((verdict) => verdict.clean)).toEqual(files.map((_, i) => i % 2 === 0))
    })

    test('check passes', () => scanner.check())
  })

describe.skipIf(!hasClamd)('virus scanner: clamd', () => {
  test('the name that clamd gives a virus is the threat', async () => {
    const verdict = await clamdScanner({ url: clamd.tcpUrl }).scan(from(Buffer.from(`Name,Note\nAsha,${TEST_VIRUS}\n`)))
    expect(verdict).toEqual({ clean: false, threat: TEST_VIRUS_NAME })
  })

  test('a file past clamd’s own limit has no verdict', async () => {
    const scan = clamdScanner({ url: clamd.tcpUrl }).scan(from(Buffer.alloc(STREAM_BYTES_MAX + 2 * MB), MB))
    await expect(scan).rejects.toThrow(ScannerUnavailable)
  })

  test('killed in the middle of a scan, ten times: never a verdict, and the next scan works', async () => {
    const scanner = clamdScanner({ url: clamd.tcpUrl })
    for (let round = 0; round < 10; round++) {
      const dying = async function* () {
        yield Buffer.alloc(MB, 'a')
        await clamd.kill('SIGKILL')
        yield Buffer.alloc(MB, 'a')
      }
      await expect(scanner.scan(dying)).rejects.toThrow(ScannerUnavailable)
      await expect(scanner.scan(from(Buffer.from('x')))).rejects.toThrow(ScannerUnavailable)
      await expect(scanner.check()).rejects.toThrow(ScannerUnavailable)
      await clamd.restart()
      expect(await scanner.scan(from(Buffer.from('x')))).toEqual({ clean: true })
    }
  })

  test('killed after it has got the whole file: never a verdict', async () => {
    const scanner = clamdScanner({ url: clamd.tcpUrl })
    await clamd.kill('SIGSTOP')
    const scan = scanner.scan(from(Buffer.from('x')))
    const failed = expect(scan).rejects.toThrow(ScannerUnavailable)
    await clamd.kill('SIGKILL')
    await failed
    await clamd.restart()
  })

  test('silent for too long: never a verdict', async () => {
    const scanner = clamdScanner({ url: clamd.tcpUrl, silenceTimeoutMs: 100 })
    await clamd.kill('SIGSTOP')
    await expect(scanner.scan(from(Buffer.from('x')))).rejects.toThrow('did not respond in time')
    await expect(scanner.check()).rejects.toThrow(ScannerUnavailable)
    await clamd.kill('SIGCONT')
    await eventually(() => scanner.check(), 10_000)
  })
})

describe('virus scanner: a server that claims to be clamd', () => {
  test.each(['', 'OK\0', 'stream: OK', 'stream: OK\n', 'FOUND\0', 'stream: FOUND\0', 'stream: x ERROR\0', '\0'])(
    'that replies %j gives no verdict',
    async (answer) => {
      const { scanner, close } = await answering(answer)
      await expect(scanner.scan(from(Buffer.from('x')))).rejects.toThrow(ScannerUnavailable)
      await expect(scanner.check()).rejects.toThrow(ScannerUnavailable)
      close()
    },
  )

  test('and sends endless data gives no verdict', async () => {
    const { scanner, close } = await answering('y'.repeat(9_999), { hangUp: false })
    await expect(scanner.check()).rejects.toThrow('sent too long a response')
    close()
  })

  test('and rejects the file as too large gives an error that names the setting to raise', async () => {
    const { scanner, close } = await answering('INSTREAM size limit exceeded. ERROR\0')
    await expect(scanner.scan(from(Buffer.from('x')))).rejects.toThrow('StreamMaxLength')
    close()
  })

  test.each(['', 'clamd', 'http://127.0.0.1:3310', 'tcp://127.0.0.1', 'unix:'])(
    'at the address %j is rejected',
    (url) => {
      expect(() => clamdScanner({ url })).toThrow()
    },
  )
})

/** A server that gives the same reply to every command. */
async function answering(answer: string, { hangUp } = { hangUp: true }) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (hangUp ? socket.end(answer) : socket.write(answer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { scanner: clamdScanner({ url: `tcp://127.0.0.1:${port}` }), close: () => server.close() }
}
