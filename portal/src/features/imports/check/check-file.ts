import { sniffDialect } from '@harkara/server/csv/dialect'
import { CsvTokenizer } from '@harkara/server/csv/tokenizer'
import { t } from '../../../format/translate.ts'
import { checkKind, type FileKind, HEAD_BYTES } from './check-kind.ts'
import { createRowsCheck, type RowsCheck } from './check-rows.ts'

/** The result of checking a file before the upload. Only the server reads the rows of workbooks,
 * which are compressed, and cards. */
export type FileCheck = { problem: string } | { kind: FileKind; rows?: RowsCheck }

const DIALECT_CHARS = 64 * 1024

/** Streams the file in chunks, so that the file size does not affect memory use. */
export async function checkFile(file: File, onProgress: (bytes: number) => void = () => {}): Promise<FileCheck> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const checked = checkKind(file, head)
  if ('problem' in checked || checked.kind !== 'csv') return checked
  try {
    const rows = await checkTable(textOf(file, head, onProgress))
    if (rows === 'too long')
      return { problem: t('This file has more than 1,000,000 rows. Split it into smaller files.') }
    if (rows.rowCount === 0)
      return { problem: t('This file has no rows below the header. Check that you chose the right file.') }
    return { kind: 'csv', rows }
  } catch (error) {
    const reason = unreadableReason(error)
    if (reason === undefined) throw error
    return { problem: t('{reason} Fix it in your spreadsheet app and save the file again.', { reason }) }
  }
}

async function checkTable(pieces: AsyncIterable<string>): Promise<RowsCheck | 'too long'> {
  const check = createRowsCheck()
  let tokenizer: CsvTokenizer | undefined
  let buffered = ''
  const startTokenizer = () => {
    const { delimiter, skippedChars, skippedRows } = sniffDialect(buffered)
    const made = new CsvTokenizer(delimiter, 1 + skippedRows)
    check.add(made.read(buffered.slice(skippedChars)))
    return made
  }
  for await (const piece of pieces) {
    if (tokenizer) check.add(tokenizer.read(piece))
    else {
      buffered += piece
      if (buffered.length >= DIALECT_CHARS) tokenizer = startTokenizer()
    }
    if (check.isTooLong()) return 'too long'
  }
  check.add((tokenizer ?? startTokenizer()).end())
  return check.end()
}

async function* textOf(file: File, head: Uint8Array, onProgress: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(head))
  const reader = file.stream().getReader()
  let bytes = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength
      onProgress(bytes)
      yield decoder.decode(next.value, { stream: true }).replaceAll('\0', '')
    }
    yield decoder.decode()
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** Digits and separators have the same bytes in all single-byte encodings, so only UTF-16 needs to be detected. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return 'utf-8'
}

/** The shared parser's message about a table that cannot be read. */
const unreadableReason = (error: unknown) =>
  error instanceof Error && error.name === 'TableUnreadable' ? error.message : undefined
