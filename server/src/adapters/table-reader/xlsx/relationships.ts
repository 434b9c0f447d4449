import { posix } from 'node:path'
import { readPart } from '../office/parse-part.ts'
import { xmlParser } from '../office/xml-parser.ts'

export interface Relationship {
  /**
   * The last segment of the type: worksheet, sharedStrings … The rest differs between the two forms of the standard.
   */
  kind: string
  /** The name of a part under xl/. */
  part: string
}

/**
 * Relationships by id that point to a part under xl/; nothing else is ever read, in particular nothing outside the
 * file.
 */
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

/** The relationships of xl/workbook.xml are in xl/_rels/workbook.xml.rels. */
export const relationshipsOf = (part: string) => `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`
