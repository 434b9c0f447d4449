import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { startChild } from '../../../../tests/support/processes/child.ts'
import { newTempDir } from '../../../../tests/support/services/temp-dir.ts'
import { wholeTable } from '../../../../tests/support/tables/table-parts.ts'
import { sheet, workbook } from '../../../../tests/support/tables/workbook.ts'
import type { TablePart } from '../../../ports/table-reader.ts'
import { type ChildProcessOptions, childProcessTableReader } from './child-process.ts'

const CSV = { kind: 'csv', countries: { vendor: 'IN' } } as const
const MANY_ROWS = Buffer.from(`name,phone\n${'Rahul Sharma,+919876543210\n'.repeat(400_000)}`)

/** The build starts several times faster than the sources. */
const PROGRAM = fileURLToPath(new URL('../../../../dist/adapters/table-reader/child-process/child.js', import.meta.url))
const reader = (options: ChildProcessOptions = {}) => childProcessTableReader({ program: PROGRAM, ...options })

let dir: string
beforeAll(async () => {
  dir = await newTempDir('table-reader')
})

async function* pieces(file: string | Buffer) {
  const bytes = Buffer.from(file as string)
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('name,phone\n')
  await new Promise(() => {})
}

/** The current child processes. */
const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).filter(isReader)
const isReader = (pid: string) => /table-reader|harkara/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))

/** A replacement for the child that misbehaves as given. */
async function program(name: string, code: string): Promise<string> {
  const path = join(dir, `${name}.mjs`)
  await writeFile(path, `for await (const _ of process.stdin);\n${code}`)
  return path
}

const failing = async (code: string, options: { timeLimitMs?: number; heapMegabytes?: number } = {}) => {
  const failingReader = reader({ program: await program(`p${code.length}`, code), ...options })
  return wholeTable(failingReader.read(pieces('a\nb\n'), CSV))
}

test('a CSV file is read as a table', async () => {
  const table = await wholeTable(childProcessTableReader().read(pieces('name;phone\nरवि;9876543210\n'), CSV))
  expect(table).toMatchObject({ columns: ['name', 'phone'], headerRow: 1, rows: [[2, 'रवि', '9876543210']] })
  expect(children()).toEqual([])
})

test('a workbook is read as a table', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [['name', 'phone'], [], ['Rahul', '+919876543210']].map(
    (cells) => `<row>${cells.map(cell).join('')}</row>`,
  )
  const file = workbook(sheet(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`))
  const table = await wholeTable(reader().read(pieces(file), { ...CSV, kind: 'xlsx' }))
  expect(table).toMatchObject({ columns: ['name', 'phone'], rows: [[3, 'Rahul', '+919876543210']] })
  const chosen = { ...CSV, kind: 'xlsx', sheet: 'Contacts', headerRow: 0 } as const
  expect(await wholeTable(reader().read(pieces(file), chosen))).toMatchObject({
    sheet: 'Contacts',
    sheets: [{ name: 'Contacts', rows: 2, hidden: false }],
    headerRow: 0,
    rowCount: 2,
  })
  await expect(wholeTable(reader().read(pieces('name,phone\nA,1\n'), { ...CSV, kind: 'xlsx' }))).rejects.toMatchObject({
    name: 'TableUnreadable',
  })
})

test('a number in the first row shows that there is no header', async () => {
  const table = await wholeTable(reader().read(pieces('Rahul,98765 43210\nPriya,98765 43211\n'), CSV))
  expect(table).toMatchObject({ columns: ['Column A', 'Column B'], headerRow: 0, rowCount: 2 })
})

test('an unreadable file gives the reason that the child found', async () => {
  const read = (file: string | Buffer) => wholeTable(reader().read(pieces(file), CSV))
  await expect(read(`a,b\n${'x'.repeat(33 * 1024)}\n`)).rejects.toMatchObject({
    name: 'TableUnreadable',
    reason: 'Row 2, column A: the cell is larger than 32 KB.',
  })
  await expect(read(Buffer.alloc(52_428_801, 'a\n'))).rejects.toMatchObject({
    reason: 'The file is larger than 50 MB.',
  })
})

test('the child has an empty environment and another working directory', async () => {
  const report = `const reason = [process.cwd(), ...Object.keys(process.env)].join()
    const payload = Buffer.from(JSON.stringify({ kind: 'unreadable', reason }))
    process.stdout.write(Buffer.from([3, 0, 0, 0, payload.length]))
    process.stdout.write(payload)`
  await expect(failing(report)).rejects.toMatchObject({ reason: '/' })
})

test('the child exits when its parent dies', async () => {
  const parent = startChild('table-reader-parent', {})
  const { value: pid } = (await parent.lines.next()) as { value: number }
  expect(() => process.kill(pid, 0)).not.toThrow()
  await parent.kill('SIGKILL')
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 20_000)
})

test.each([
  [
    'runs out of heap',
    'const all = []; for (;;) all.push(new Array(1e5).fill({}))',
    'The file needs too much memory to read. Split it into smaller files and try again.',
  ],
  ['crashes', 'throw new Error("secret")', 'The file could not be read. It may be damaged.'],
  ['ends without a word', '', 'The file could not be read. It may be damaged.'],
  [
    'answers with nonsense',
    'process.stdout.write("HTTP/1.1 200 OK")',
    'The file could not be read. It may be damaged.',
  ],
  [
    'announces a frame of 4 GB',
    'process.stdout.write(Buffer.alloc(9, 255))',
    'The file could not be read. It may be damaged.',
  ],
])('a child that %s fails only its file', async (_, code, reason) => {
  await expect(failing(code, { heapMegabytes: 32 })).rejects.toMatchObject({ name: 'TableUnreadable', reason })
  expect(children()).toEqual([])
})

test.each([
  ['sleeps', 'await new Promise((resolve) => setTimeout(resolve, 1e6))'],
  ['spins', 'for (;;);'],
])('a child that %s is killed when it times out', async (_, code) => {
  const reason = 'Reading the file took too long. Split it into smaller files and try again.'
  await expect(failing(code, { timeLimitMs: 100 })).rejects.toMatchObject({ name: 'TableUnreadable', reason })
  expect(children()).toEqual([])
})

test('a child that is stopped along with us does not fail the file', async () => {
  await expect(failing('process.kill(process.pid, "SIGTERM"); for (;;);')).rejects.not.toMatchObject({
    name: 'TableUnreadable',
  })
})

test('leaving the iteration early leaves no process behind', async () => {
  for await (const part of reader().read(pieces(MANY_ROWS), CSV)) if (part.kind === 'chunk') break
  expect(children()).toEqual([])
})

/** Code that sends a message that is not the last. */
const SEND_HEAD = `{
  const payload = Buffer.from(JSON.stringify({ kind: 'head', columns: [], headerRow: 1, samples: [] }))
  process.stdout.write(Buffer.concat([Buffer.from([0, 0, 0, 0, payload.length]), payload]))
}`

test('a child that is busy when the iteration ends is killed', async () => {
  const path = await program('busy', `${SEND_HEAD} setTimeout(() => { for (;;); }, 50)`)
  for await (const _ of reader({ program: path }).read(pieces('a'), CSV)) break
  expect(children()).toEqual([])
})

test('the time limit applies to all parts together', async () => {
  const drip = `setInterval(() => ${SEND_HEAD}, 20)`
  await expect(failing(drip, { timeLimitMs: 500 })).rejects.toMatchObject({
    reason: 'Reading the file took too long. Split it into smaller files and try again.',
  })
})

test('a slow consumer applies backpressure, and the child buffers only a few chunks', async () => {
  const parts = reader({ timeLimitMs: 30_000 }).read(pieces(MANY_ROWS), CSV)[Symbol.asyncIterator]()
  await parts.next()
  await parts.next()
  const [pid] = children()
  const state = () => readFileSync(`/proc/${pid}/status`, 'utf8')
  await eventually(() => expect(state()).toMatch(/State:\s+S/), 20_000)
  const megabytes = Number(/VmHWM:\s+(\d+)/.exec(state())?.[1]) / 1024
  process.stdout.write(`peak of the child with ${MANY_ROWS.length} bytes: ${megabytes.toFixed(0)} MB\n`)
  expect(megabytes).toBeLessThan(512)
  let rowCount = 0
  for (let next = await parts.next(); !next.done; next = await parts.next())
    rowCount = (next.value as TablePart & { rowCount: number }).rowCount
  expect(rowCount).toBe(400_000)
})

test('the signal aborts at any point with its reason', async () => {
  const reason = new Error('cancelled')
  const read = (content: AsyncIterable<Uint8Array>, signal: AbortSignal) =>
    wholeTable(reader().read(content, CSV, signal))
  await expect(read(pieces('a\nb\n'), AbortSignal.abort(reason))).rejects.toBe(reason)

  const whileFed = new AbortController()
  const feeding = read(endless(), whileFed.signal)
  await eventually(() => expect(children()).toHaveLength(1), 20_000)
  whileFed.abort(reason)
  await expect(feeding).rejects.toBe(reason)

  const whileReading = new AbortController()
  const reading = (async () => {
    for await (const _ of reader().read(pieces(MANY_ROWS), CSV, whileReading.signal)) whileReading.abort(reason)
  })()
  await expect(reading).rejects.toBe(reason)
  expect(children()).toEqual([])
})

test('errors of the content are rethrown unchanged', async () => {
  const lost = new Error('the store is gone')
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a\n')
    throw lost
  }
  await expect(wholeTable(reader().read(broken(), CSV))).rejects.toBe(lost)
  expect(children()).toEqual([])
})

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
const OURS = getPriority()

test.each([
  [OURS, Math.max(OURS, PRIORITY_BELOW_NORMAL)],
  [PRIORITY_LOW, PRIORITY_LOW],
])('started at priority %i it runs at %i: below requests, and never above its start', async (at, reads) => {
  const main = fileURLToPath(new URL('./child.ts', import.meta.url))
  const node = [process.execPath, '--import', import.meta.resolve('tsx'), main, JSON.stringify(CSV)]
  const child = spawn('nice', ['-n', String(at - OURS), ...node], { stdio: ['pipe', 'ignore', 'inherit'] })
  // More than the pipe buffers: once all of it is written, the child has read.
  await new Promise((resolve) => child.stdin.write(Buffer.alloc(1_048_576, 'a,b\n'), resolve))
  expect(getPriority(child.pid)).toBe(reads)
  child.kill('SIGKILL')
  await once(child, 'exit')
})
