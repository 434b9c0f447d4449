import { posix } from 'node:path'
import { readPart } from './xlsx-xml.ts'
import { xmlParser } from './xlsx-xml-parser.ts'

export interface Relationship {
  /** The last word of the type: worksheet, sharedStrings … The words before differ between the standard's two forms. */
  kind: string
  /** The name of a part under xl/. */
  part: string
}

/** By id, those that lead to a part under xl/; nothing else is ever read, least of all from outside the file. */
export async function readRelationships(
  part: AsyncIterable<Buffer> | undefined,
  source: string,
): Promise<Map<string, Relationship>> {
  const relationships = new Map<string, Relationship>()
  if (part)
    await readPart(
      part,
      xmlParser({
        open(name, attributes, depth) {
          if (depth !== 2 || name !== 'Relationship' || attributes['TargetMode'] === 'External') return
          const target = posix.resolve(`/${posix.dirname(source)}`, attributes['Target'] ?? '').slice(1)
          if (!READABLE_PART.test(target)) return
          const kind = (attributes['Type'] ?? '').split('/').at(-1) ?? ''
          relationships.set(attributes['Id'] ?? '', { kind, part: target })
        },
      }),
    )
  return relationships
}

const READABLE_PART = /^xl\/.+\.xml$/i

/** xl/workbook.xml has its relationships in xl/_rels/workbook.xml.rels. */
export const relationshipsOf = (part: string) => `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`
