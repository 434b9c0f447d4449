import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import { notText } from '../errors.ts'

const SLICE_BYTES = 256 * 1024
const SAMPLE_BYTES = 64 * 1024
/**
 * Delimiters, digits and line ends alone give a UTF-16 table more NULs than this; other text has only a few stray ones.
 */
const UTF16_NUL_SHARE_MIN = 0.05
/** How much more frequent NULs must be in one byte position; characters with a NUL in the other are rare but exist. */
const UTF16_PARITY_MIN = 4
const CONTROL_SHARE_MAX = 0.01
/**
 * The detector is more reliable for other scripts and often wrong about Latin letters: measured on names in 15
 * languages.
 */
const OTHER_SCRIPT_CONFIDENCE_MIN = 0.03
const LATIN_CONFIDENCE_MIN = 0.06
const LATIN_LETTERS_MIN = 30
const LATIN_ENCODINGS: readonly string[] = ['windows-1250', 'windows-1254', 'iso-8859-2']
/** Other scripts write whole words beyond ASCII, Latin ones single letters. */
const OTHER_SCRIPT_NEIGHBOURS_MIN = 0.4
/** Encoding names of the detector that TextDecoder knows by another name. */
const DECODER_NAMES: Readonly<Record<string, string>> = { cp932: 'shift_jis', cp949: 'euc-kr' }

/**
 * Decodes a file by, in this order: a byte order mark; NULs in every other byte (UTF-16 without a mark, which is mostly
 * valid UTF-8 too); valid UTF-8 throughout; the detector's guess; windows-1252. NULs are removed here, before one can
 * separate a quotation mark from its delimiter.
 */
export function* decodeText(file: Buffer): Generator<string> {
  const { encoding, markBytes } = detectEncoding(file)
  const decode = decoderOf(encoding)
  for (let at = markBytes; at < file.length; at += SLICE_BYTES) {
    yield decode(file.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES < file.length).replaceAll('\0', '')
  }
}

export function detectEncoding(file: Buffer): { encoding: string; markBytes: number } {
  if (file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf) return { encoding: 'utf-8', markBytes: 3 }
  if (file[0] === 0xff && file[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2 }
  if (file[0] === 0xfe && file[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 }
  return { encoding: unmarkedUtf16(file) ?? (isUtf8(file) ? 'utf-8' : legacyEncoding(file)), markBytes: 0 }
}

function unmarkedUtf16(file: Buffer): string | undefined {
  const sample = file.subarray(0, SAMPLE_BYTES)
  const nuls: [even: number, odd: number] = [0, 0]
  for (let at = sample.indexOf(0); at !== -1; at = sample.indexOf(0, at + 1)) nuls[(at & 1) as 0 | 1]++
  const [even, odd] = nuls
  const enough = (sample.length / 2) * UTF16_NUL_SHARE_MIN
  if (odd > enough && even * UTF16_PARITY_MIN < odd && hasLineBreak(sample, 0)) return 'utf-16le'
  if (even > enough && odd * UTF16_PARITY_MIN < even && hasLineBreak(sample, 1)) return 'utf-16be'
  return undefined
}

/** Whether there is a line break encoded with a NUL, in the even or the odd position. */
function hasLineBreak(sample: Buffer, place: 0 | 1): boolean {
  for (let at = 0; at + 1 < sample.length; at += 2) {
    const code = sample[at + place]
    if ((code === 0x0a || code === 0x0d) && sample[at + 1 - place] === 0) return true
  }
  return false
}

function legacyEncoding(file: Buffer): string {
  const firstHighByte = file.findIndex((byte) => byte > 0x7f)
  const from = Math.max(0, firstHighByte - SAMPLE_BYTES / 2)
  const sample = file.subarray(from, from + SAMPLE_BYTES)
  const controls = sample.reduce((count, byte) => (byte < 0x09 || (byte > 0x0d && byte < 0x1a) ? count + 1 : count), 0)
  if (controls > sample.length * CONTROL_SHARE_MAX) throw notText()
  return guess(sample) ?? 'windows-1252'
}

const require = createRequire(import.meta.url)

function guess(sample: Buffer): string | undefined {
  // Loaded when needed: most files are UTF-8, and a process is started for each.
  const { detect } = require('jschardet') as typeof import('jschardet')
  const { encoding, confidence } = detect(sample)
  const name = (encoding ?? '').toLowerCase()
  const { count, withNeighbour } = highBytes(sample)
  const isLikely =
    withNeighbour > count * OTHER_SCRIPT_NEIGHBOURS_MIN
      ? confidence > OTHER_SCRIPT_CONFIDENCE_MIN
      : confidence > LATIN_CONFIDENCE_MIN && count > LATIN_LETTERS_MIN && LATIN_ENCODINGS.includes(name)
  const decoderName = DECODER_NAMES[name] ?? name
  return isLikely && isDecodable(decoderName) ? decoderName : undefined
}

function highBytes(sample: Buffer): { count: number; withNeighbour: number } {
  const isHigh = (byte: number | undefined) => byte !== undefined && byte > 0x7f
  let count = 0
  let withNeighbour = 0
  for (const [at, byte] of sample.entries()) {
    if (!isHigh(byte)) continue
    count++
    if (isHigh(sample[at - 1]) || isHigh(sample[at + 1])) withNeighbour++
  }
  return { count, withNeighbour }
}

function isDecodable(encoding: string): boolean {
  try {
    new TextDecoder(encoding)
    return true
  } catch {
    return false
  }
}

function decoderOf(encoding: string): (slice: Buffer, more: boolean) => string {
  if (encoding === 'windows-1252' || encoding === 'iso-8859-1') return windows1252
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return (slice, more) => decoder.decode(slice, { stream: more })
}

/**
 * Several Node releases, including the oldest we support, decode windows-1252 as ISO 8859-1, so these 32 are mapped
 * here.
 */
const WINDOWS_1252_FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const windows1252 = (slice: Buffer) =>
  slice.toString('latin1').replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252_FROM_80.charAt(char.charCodeAt(0) - 0x80))
