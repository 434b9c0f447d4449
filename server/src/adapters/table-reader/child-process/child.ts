import { constants, getPriority, setPriority } from 'node:os'
import type { CountryContext } from '../../../domain/contacts/phone/country-inference.ts'
import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import { IMPORT_FILE_BYTES_MAX } from '../../../domain/limits.ts'
import { type TableOptions, TableUnreadable } from '../../../ports/table-reader.ts'
import { readCsv } from '../csv/csv.ts'
import { fileTooLarge } from '../refusals.ts'
import { tableParts } from '../table-builder.ts'
import { encodeFrame, type Message } from './frames.ts'

/**
 * The process that opens untrusted files: the file comes in over standard input, the table goes out over standard
 * output, and nothing else is open. A parent that reads slowly makes this process wait, and one that is gone ends it:
 * reading finds the end, writing fails.
 */

async function readTable({ kind, countries }: TableOptions) {
  const context = { ...countries, majority: null } as CountryContext
  const isPhone = (cell: string) => readNumber(cell, context).kind === 'number'
  try {
    const rows = await rowsOf(await readFile(), kind)
    for await (const part of tableParts(rows, isPhone)) await write(part)
  } catch (error) {
    await write(error instanceof TableUnreadable ? { kind: 'unreadable', reason: error.reason } : crashOf(error))
  }
}

async function rowsOf(file: Buffer, kind: TableOptions['kind']) {
  if (kind === 'csv') return readCsv(file)
  const { readWorkbook } = await import('../xlsx/workbook.ts')
  return readWorkbook(file)
}

/** The room for the largest file is only a promise of memory until bytes come. */
async function readFile(): Promise<Buffer> {
  const room = Buffer.allocUnsafeSlow(IMPORT_FILE_BYTES_MAX)
  let bytes = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    if (bytes + piece.length > IMPORT_FILE_BYTES_MAX) throw fileTooLarge()
    bytes += piece.copy(room, bytes)
  }
  return room.subarray(0, bytes)
}

async function write(message: Message) {
  for (const piece of encodeFrame(message)) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(piece, (error) => (error ? reject(error) : resolve()))
    })
  }
}

/** Where it happened. The message of an error may quote the file, so it stays here. */
function crashOf(error: unknown): Message {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return { kind: 'crash', stack: [name, ...places].join('\n') }
}

// Whoever waits for an answer goes before files, which take as long as they take. Only down: up is not allowed.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
await readTable(JSON.parse(process.argv[2] ?? '') as TableOptions)
