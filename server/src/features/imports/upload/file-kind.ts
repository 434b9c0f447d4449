import { AppError } from '../../../platform/errors.ts'

export type FileKind = 'csv' | 'ods' | 'vcf' | 'xlsx'

/** How many bytes are inspected before the file is stored. */
export const SNIFFED_BYTES = 4_096

const TYPES: Record<FileKind, readonly string[]> = {
  csv: ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream'],
  ods: ['application/vnd.oasis.opendocument.spreadsheet', 'application/zip', 'application/octet-stream'],
  vcf: ['text/vcard', 'text/x-vcard', 'text/directory', 'text/plain', 'application/octet-stream'],
  xlsx: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/zip',
    'application/octet-stream',
  ],
}

/** Name, declared type and first bytes must agree; otherwise the file is rejected before it is stored. */
export function fileKindOf(fileName: string, declaredType: string, head: Buffer): FileKind {
  const [, ending] = /\.(csv|ods|vcf|xlsx)$/i.exec(fileName) ?? []
  if (!ending) throw unsupported('Upload a .csv, .xlsx, .ods or .vcf file.')
  const kind = ending.toLowerCase() as FileKind
  const [type = ''] = declaredType.toLowerCase().split(';')
  if (!TYPES[kind].includes(type.trim())) throw unsupported(`The declared content type does not match a .${kind} file.`)
  if ((kind === 'csv' || kind === 'vcf') && !looksLikeText(head))
    throw unsupported(`The file has the extension .${kind}, but its content is not text.`)
  if (kind === 'vcf' && !looksLikeCards(head))
    throw unsupported('The file has the extension .vcf, but it does not begin with a contact card.')
  if (kind === 'ods' && !beginsWithEntry(head, FIRST_OF_SPREADSHEET))
    throw unsupported('The file has the extension .ods, but its content is not an OpenDocument spreadsheet.')
  if (kind === 'xlsx' && !beginsWithEntry(head, FIRST_OF_WORKBOOK))
    throw unsupported('The file has the extension .xlsx, but its content is not an Excel workbook.')
  return kind
}

const unsupported = (detail: string) => new AppError('UNSUPPORTED_FILE_TYPE', { detail })

/**
 * Workbooks with a password and those of Excel 97–2003 are both compound files, which this tells apart by the name of
 * the stream that holds an encrypted workbook. It may be anywhere in the file, which is not stored.
 */
export async function assertNotCompoundFile(fileName: string, head: Buffer, content: AsyncIterable<Buffer>) {
  if (!/\.xlsx$/i.test(fileName) || !head.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) return
  throw unsupported(
    (await contains(content, ENCRYPTED_PACKAGE))
      ? 'The workbook is protected with a password. Save it without a password and upload it again.'
      : 'The workbook is in the format of Excel 97–2003 (.xls). Save it as an Excel workbook (.xlsx).',
  )
}

const COMPOUND_FILE = Buffer.from('d0cf11e0', 'hex')
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')

async function contains(content: AsyncIterable<Buffer>, text: Buffer): Promise<boolean> {
  let end = Buffer.alloc(0)
  for await (const chunk of content) {
    const piece = Buffer.concat([end, chunk])
    if (piece.includes(text)) return true
    end = Buffer.from(piece.subarray(Math.max(0, piece.length - text.length + 1)))
  }
  return false
}

/** Names of the first entry, across the programs that write workbooks and spreadsheets. Some write backslashes. */
const FIRST_OF_SPREADSHEET =
  /^(mimetype$|META-INF\/|content\.xml$|styles\.xml$|meta\.xml$|settings\.xml$|Thumbnails\/|Configurations2\/)/
const FIRST_OF_WORKBOOK = /^(\[Content_Types\]\.xml$|(\[trash\]|_rels|xl|docProps|customXml|docMetadata)[/\\])/i

function beginsWithEntry(head: Buffer, names: RegExp): boolean {
  if (head.length < 30 || head.toString('latin1', 0, 4) !== 'PK\x03\x04') return false
  return names.test(head.toString('utf8', 30, 30 + head.readUInt16LE(26)))
}

/** In UTF-16 every other byte is a NUL, and the first two may be a byte order mark. */
const looksLikeCards = (head: Buffer) => /^[^\x21-\x7e]*BEGIN:VCARD/i.test(head.toString('latin1').replaceAll('\0', ''))

const BINARY_SIGNATURES = [
  'MZ',
  '\x7fELF',
  '%PDF',
  'PK\x03\x04',
  'PK\x05\x06',
  '\xd0\xcf\x11\xe0',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
]
const WHITE_SPACE = [0x09, 0x0a, 0x0c, 0x0d]
/** Text has almost no control characters, but a short file may contain a few. */
const CONTROL_SHARE_MAX = 0.02
const CONTROLS_ALWAYS_ALLOWED = 4

function looksLikeText(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 8)
  if (BINARY_SIGNATURES.some((signature) => start.startsWith(signature))) return false
  const units = codeUnitsOf(head)
  const controls = units.filter((unit) => unit < 0x20 && !WHITE_SPACE.includes(unit)).length
  return controls <= Math.max(CONTROLS_ALWAYS_ALLOWED, units.length * CONTROL_SHARE_MAX)
}

/** In UTF-16 one byte of each ASCII letter looks like a control character, so two bytes are read at a time. */
function codeUnitsOf(head: Buffer): Buffer | Uint16Array {
  const order = utf16ByteOrder(head)
  if (!order) return head
  const pairs = order === 'big' ? Buffer.from(head.subarray(0, head.length & ~1)).swap16() : head
  return Uint16Array.from({ length: head.length >> 1 }, (_, i) => pairs.readUInt16LE(i * 2))
}

function utf16ByteOrder(head: Buffer): 'little' | 'big' | undefined {
  const byteOrderMark = head.toString('hex', 0, 2)
  if (byteOrderMark === 'fffe') return 'little'
  if (byteOrderMark === 'feff') return 'big'
  const nuls = [0, 0] as [number, number]
  head.forEach((byte, i) => {
    if (byte === 0) nuls[(i & 1) as 0 | 1]++
  })
  const [before, after] = nuls
  // Delimiters, digits and line ends alone exceed this share in UTF-16; in other files NULs are spread over both
  // positions.
  if (Math.max(before, after) <= head.length / 40 || Math.min(before, after) * 4 >= Math.max(before, after)) return
  return after > before ? 'little' : 'big'
}
