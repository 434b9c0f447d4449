import { bytesDetector, type Detector, headDetector, needlesInAllEncodings } from './detector.ts'
import { THREATS, type Threat } from './threats.ts'

/**
 * No part of an office file has a document type, so its only purpose is to make a parser expand entities or fetch
 * files. SVG pictures may have one, and are never opened here.
 */
export function documentTypeDetector(name: string): Detector {
  const declaration = bytesDetector(DECLARATIONS, THREATS.documentType)
  const encoding = headDetector(HEAD_BYTES, checkEncoding)
  let isXml: boolean | undefined = /\.svg$/i.test(name) ? false : /\.(xml|rels|vml)$/i.test(name) || undefined
  return {
    inspect(chunk) {
      isXml ??= beginsLikeXml(chunk)
      return isXml ? (declaration.inspect(chunk) ?? encoding.inspect(chunk)) : undefined
    },
    end: () => (isXml ? encoding.end() : undefined),
  }
}

const HEAD_BYTES = 256
/** The search starts at the exclamation mark, because XML is full of angle brackets. */
const DECLARATIONS = ['<!DOCTYPE', '<!ENTITY'].flatMap((text) => needlesInAllEncodings(text, 1))

/** White space counts as a possible beginning, because an attacker can make it arbitrarily long. */
const beginsLikeXml = (chunk: Buffer) => {
  const first = chunk.subarray(0, HEAD_BYTES).find((byte) => !IGNORABLE.includes(byte))
  return first === undefined || first === '<'.charCodeAt(0)
}
/** White space, the bytes of a byte order mark, and the NULs of UTF-16. */
const IGNORABLE = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00]

/** Encodings in which the bytes of "<!DOCTYPE" differ. The standard allows UTF-8 and UTF-16 only. */
const UTF_32_OR_EBCDIC = ['0000feff', 'fffe0000', '0000003c', '3c000000', '4c6fa794'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const SAFE_ENCODING = /^(utf-?8|utf-?16(le|be)?|(us-)?ascii|iso-8859-\d+|windows-125\d)$/i

function checkEncoding(head: Buffer): Threat | undefined {
  if (UTF_32_OR_EBCDIC.some((start) => head.subarray(0, 4).equals(start))) return THREATS.oddEncoding
  const declared = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/.exec(
    head.toString('latin1').replaceAll('\0', ''),
  )?.[1]
  return declared === undefined || SAFE_ENCODING.test(declared) ? undefined : THREATS.oddEncoding
}
