import type { Look } from './look.ts'
import { OFFICE_PART_BYTES_MAX } from './scan-limits.ts'
import { THREATS, type Threat } from './threats.ts'

/** What the name of a part already says. */
export function judgeName(name: string): Threat | undefined {
  if (/(^|\/)(vbaProject\.bin|vbaData\.xml)$|(^|\/)macrosheets\//i.test(name)) return THREATS.macro
  if (/(^|\/)externalLinks\//i.test(name)) return THREATS.externalLink
  if (/(^|\/)activeX\//i.test(name)) return THREATS.embeddedObject
  return PROGRAM_NAME.test(name) ? THREATS.executable : undefined
}

const PROGRAM_NAME = /\.(exe|dll|scr|com|pif|cpl|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|lnk|jar|sh|reg)$/i

/** Reads the two kinds of parts that say what the others are: the list of content types and the relationships. */
export function lookAtOfficePart(name: string): Look | undefined {
  if (/^\[Content_Types\]\.xml$/i.test(name)) return lookAtText(judgeContentTypes)
  if (/\.rels$/i.test(name)) return lookAtText(judgeRelationships)
  return undefined
}

function lookAtText(judge: (xml: string) => Threat | undefined): Look {
  const chunks: Buffer[] = []
  let bytes = 0
  return {
    see(chunk) {
      bytes += chunk.length
      if (bytes > OFFICE_PART_BYTES_MAX) return THREATS.bomb
      chunks.push(chunk)
      return undefined
    },
    end: () => judge(decode(Buffer.concat(chunks))),
  }
}

const judgeContentTypes = (xml: string) =>
  /macroEnabled|vbaProject|macrosheet/i.test(unescapeXml(xml)) ? THREATS.macro : undefined

/** A hyperlink is only a text until somebody clicks on it; anything else outside the file is fetched by its reader. */
function judgeRelationships(xml: string): Threat | undefined {
  for (const [tag] of xml.matchAll(/<(?:[\w.-]+:)?Relationship\s[^<]*/g)) {
    const isExternal = attribute(tag, 'TargetMode')?.trim().toLowerCase() === 'external'
    if (isExternal && !/\/hyperlink$/i.test(attribute(tag, 'Type')?.trim() ?? '')) return THREATS.externalLink
  }
  return undefined
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found ? unescapeXml(found[1] ?? found[2] ?? '') : undefined
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Without this, `&#69;xternal` would slip through. */
function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  if (bytes[0] === 0 && bytes[1] === 0x3c)
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0) return bytes.toString('utf16le')
  return bytes.toString('utf8')
}
