import { constants, getPriority, setPriority } from 'node:os'
import type { CountryContext } from '../../../domain/contacts/phone/country-inference.ts'
import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import { IMPORT_FILE_BYTES_MAX } from '../../../domain/limits.ts'
import { type TableOptions, TableUnreadable } from '../../../ports/table-reader.ts'
import { readCsv } from '../csv/read-csv.ts'
import { fileTooLarge } from '../errors.ts'
import { tableParts } from '../table-builder.ts'
import { readVcards } from '../vcard/read-vcards.ts'
import { encodeFrame, type Message } from './frames.ts'

/**
 * The process that parses untrusted files: the file arrives on standard input, the table leaves on standard output, and
 * nothing else is open. A slow parent makes this process wait, and the death of the parent ends it: reading finds the
 * end, writing fails.
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
  if (kind === 'vcf') return readVcards(file)
  if (kind === 'ods') {
    const { readSpreadsheet } = await import('../ods/read-spreadsheet.ts')
    return readSpreadsheet(file)
  }
  const { readWorkbook } = await import('../xlsx/workbook.ts')
  return readWorkbook(file)
}

/** Reserves address space for the largest file; memory is committed only as bytes arrive. */
async function readFile(): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(IMPORT_FILE_BYTES_MAX)
  let bytes = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    if (bytes + piece.length > IMPORT_FILE_BYTES_MAX) throw fileTooLarge()
    bytes += piece.copy(buffer, bytes)
  }
  return buffer.subarray(0, bytes)
}

async function write(message: Message) {
  for (const piece of encodeFrame(message)) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(piece, (error) => (error ? reject(error) : resolve()))
    })
  }
}

/** Only name and stack positions: the message of an error may quote the file. */
function crashOf(error: unknown): Message {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return { kind: 'crash', stack: [name, ...places].join('\n') }
}

// Requests take precedence over files. The priority is only lowered, because raising it is not permitted.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
await readTable(JSON.parse(process.argv[2] ?? '') as TableOptions)
