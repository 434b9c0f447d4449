import { readPart } from '../package/parse-part.ts'
import { xmlParser } from '../package/xml-parser.ts'

/** Which cell styles show a number as a date or a time, by the style index in the attribute `s` of cells. */
export type DateStyles = readonly boolean[]

export async function readDateStyles(part: AsyncIterable<Buffer> | undefined): Promise<DateStyles> {
  const customFormats = new Map<string, boolean>()
  const styleFormats: string[] = []
  if (part)
    await readPart(
      part,
      xmlParser({
        open(name, attributes, depth, parent) {
          if (depth !== 3) return
          if (parent === 'numFmts' && name === 'numFmt')
            customFormats.set(attributes['numFmtId'] ?? '', isDateFormat(attributes['formatCode'] ?? ''))
          if (parent === 'cellXfs' && name === 'xf') styleFormats.push(attributes['numFmtId'] ?? '')
        },
      }),
    )
  return styleFormats.map((id) => customFormats.get(id) ?? isBuiltInDate(Number(id)))
}

/** The built-in date formats; 27 to 36 and 50 to 58 are those of the East Asian editions. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

const isBuiltInDate = (id: number) => BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)

/** Quoted, escaped and bracketed parts, and characters that only reserve space, may contain any letter. */
const WITHOUT_MEANING = /"[^"]*"?|[\\_*].|\[[^\]]*\]?/gs

const isDateFormat = (code: string) => /[ymdhs]/i.test(code.replace(WITHOUT_MEANING, ''))
