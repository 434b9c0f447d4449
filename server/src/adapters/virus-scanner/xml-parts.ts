import { inEachEncoding, type Look, lookAtHead, lookForBytes } from './look.ts'
import { THREATS, type Threat } from './threats.ts'

/**
 * No part of an office file has a document type, so one is there to make a parser expand entities or fetch files. SVG
 * pictures may have one; nobody here opens them.
 */
export function lookForDocumentType(name: string): Look {
  const declaration = lookForBytes(DECLARATIONS, THREATS.documentType)
  const encoding = lookAtHead(HEAD_BYTES, judgeEncoding)
  let isXml: boolean | undefined = /\.svg$/i.test(name) ? false : /\.(xml|rels|vml)$/i.test(name) || undefined
  return {
    see(chunk) {
      isXml ??= beginsLikeXml(chunk)
      return isXml ? (declaration.see(chunk) ?? encoding.see(chunk)) : undefined
    },
    end: () => (isXml ? encoding.end() : undefined),
  }
}

const HEAD_BYTES = 256
/** XML is full of angle brackets and has hardly an exclamation mark. */
const DECLARATIONS = ['<!DOCTYPE', '<!ENTITY'].flatMap((text) => inEachEncoding(text, 1))

/** White space is a possible beginning: it may run on for as long as an attacker likes. */
const beginsLikeXml = (chunk: Buffer) => {
  const first = chunk.subarray(0, HEAD_BYTES).find((byte) => !IGNORABLE.includes(byte))
  return first === undefined || first === '<'.charCodeAt(0)
}
/** White space, the bytes of a byte order mark, and the NULs of UTF-16. */
const IGNORABLE = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00]

/** Encodings in which "<!DOCTYPE" does not look like itself. The standard allows UTF-8 and UTF-16 only. */
const UTF_32_OR_EBCDIC = ['0000feff', 'fffe0000', '0000003c', '3c000000', '4c6fa794'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const SAFE_ENCODING = /^(utf-?8|utf-?16(le|be)?|(us-)?ascii|iso-8859-\d+|windows-125\d)$/i

function judgeEncoding(head: Buffer): Threat | undefined {
  if (UTF_32_OR_EBCDIC.some((start) => head.subarray(0, 4).equals(start))) return THREATS.oddEncoding
  const declared = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/.exec(
    head.toString('latin1').replaceAll('\0', ''),
  )?.[1]
  return declared === undefined || SAFE_ENCODING.test(declared) ? undefined : THREATS.oddEncoding
}
