import type { Detector } from './detector.ts'
import { declaresMacro, type EntryNames, referencesMacro } from './macro-parts.ts'
import { OFFICE_PART_BYTES_MAX } from './scan-limits.ts'
import { THREATS, type Threat } from './threats.ts'
import { attributesOf, tagsNamed } from './xml-tags.ts'

/** Threats that the name of a part reveals. */
export function checkName(name: string): Threat | undefined {
  if (/(^|\/)(vbaProject\.bin|vbaData\.xml)$|(^|\/)macrosheets\/|^(Basic|Scripts)\//i.test(name)) return THREATS.macro
  if (/(^|\/)externalLinks\//i.test(name)) return THREATS.externalLink
  if (/(^|\/)activeX\//i.test(name)) return THREATS.embeddedObject
  return PROGRAM_NAME.test(name) ? THREATS.executable : undefined
}

const PROGRAM_NAME = /\.(exe|dll|scr|com|pif|cpl|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|lnk|jar|sh|reg)$/i

/** Inspects the two kinds of parts that describe the others: the content types and the relationships. */
export function officePartDetector(name: string, names: EntryNames): Detector | undefined {
  if (/^\[Content_Types\]\.xml$/i.test(name))
    return textDetector((xml) => (declaresMacro(xml, names) ? THREATS.macro : undefined))
  if (/\.rels$/i.test(name)) return textDetector((xml) => checkRelationships(xml, name, names))
  return undefined
}

function textDetector(check: (xml: string) => Threat | undefined): Detector {
  const chunks: Buffer[] = []
  let bytes = 0
  return {
    inspect(chunk) {
      bytes += chunk.length
      if (bytes > OFFICE_PART_BYTES_MAX) return THREATS.bomb
      chunks.push(chunk)
      return undefined
    },
    end: () => check(decode(Buffer.concat(chunks))),
  }
}

/**
 * A hyperlink does nothing until a user clicks it; any other external target is fetched by the program that opens the
 * file.
 */
function checkRelationships(xml: string, entry: string, names: EntryNames): Threat | undefined {
  for (const tag of tagsNamed(xml, 'Relationship')) {
    const relationship = attributesOf(tag)
    if (referencesMacro(relationship, entry, names)) return THREATS.macro
    const isExternal = relationship['TargetMode']?.toLowerCase() === 'external'
    if (isExternal && !/\/hyperlink$/i.test(relationship['Type'] ?? '')) return THREATS.externalLink
  }
  return undefined
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
