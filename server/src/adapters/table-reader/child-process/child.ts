import { constants, getPriority, setPriority } from 'node:os'
import type { CountryContext } from '../../../domain/contacts/phone/country-inference.ts'
import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import { IMPORT_FILE_BYTES_MAX } from '../../../domain/limits.ts'
import { type TableOptions, TableUnreadable } from '../../../ports/table-reader.ts'
import { readCsv } from '../csv/read-csv.ts'
import { fileTooLarge } from '../errors.ts'
import { SheetChoice } from '../sheet-choice.ts'
import { tableParts } from '../table-builder.ts'
import { readVcards } from '../vcard/read-vcards.ts'
import { encodeFrame, type Message } from './frames.ts'

/**
 * The process that parses untrusted files: options and file arrive on standard input, the table leaves on standard output, and
 * nothing else is open. A slow parent makes this process wait, and the death of the parent ends it: reading finds the
 * end, writing fails.
 */

async function readTable() {
  try {
    const { options, file } = await readInput()
    const { kind, countries, headerRow } = options
    const context = { ...countries, majority: null } as CountryContext
    const isPhone = (cell: string) => readNumber(cell, context).kind === 'number'
    const choice = new SheetChoice(options.sheet)
    const rows = await rowsOf(file, kind, choice)
    for await (const part of tableParts(rows, isPhone, { headerRow, choice })) await write(part)
  } catch (error) {
    await write(error instanceof TableUnreadable ? { kind: 'unreadable', reason: error.reason } : crashOf(error))
  }
}

async function rowsOf(file: Buffer, kind: TableOptions['kind'], choice: SheetChoice) {
  if (kind === 'csv') return readCsv(file)
  if (kind === 'vcf') return readVcards(file)
  if (kind === 'ods') {
    const { readSpreadsheet } = await import('../ods/read-spreadsheet.ts')
    return readSpreadsheet(file, choice)
  }
  const { readWorkbook } = await import('../xlsx/workbook.ts')
  return readWorkbook(file, choice)
}

/**
 * The options are the first line, because other users of the machine can see command lines, and the name of a sheet may
 * be a person's.
 */
async function readInput(): Promise<{ options: TableOptions; file: Buffer }> {
  let buffer: Buffer = Buffer.allocUnsafeSlow(SMALL_INPUT_BYTES)
  let bytes = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    if (bytes + piece.length > INPUT_BYTES_MAX) throw fileTooLarge()
    if (bytes + piece.length > buffer.length) buffer = enlarge(buffer.subarray(0, bytes))
    bytes += piece.copy(buffer, bytes)
  }
  const lineEnd = buffer.indexOf('\n')
  const file = buffer.subarray(lineEnd + 1, bytes)
  if (file.length > IMPORT_FILE_BYTES_MAX) throw fileTooLarge()
  return { options: JSON.parse(buffer.toString('utf8', 0, lineEnd)), file }
}

const OPTIONS_BYTES_MAX = 64 * 1024
const INPUT_BYTES_MAX = OPTIONS_BYTES_MAX + IMPORT_FILE_BYTES_MAX
/** Most files are smaller. Reserving room for the largest would make V8 collect garbage three times before any is there. */
const SMALL_INPUT_BYTES = 1024 * 1024

/** Reserves address space for the largest file, so that bytes are copied once. Memory is committed as they arrive. */
function enlarge(read: Buffer): Buffer {
  const buffer = Buffer.allocUnsafeSlow(INPUT_BYTES_MAX)
  read.copy(buffer)
  return buffer
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
await readTable()
