import type { SheetBuilder } from './sheet-builder.ts'
import { PLAIN_T, PLAIN_TEXT } from './xlsx-plain-text.ts'
import type { Shortcut } from './xlsx-shortcut.ts'

/** What the common programs write, each attribute at most once and in the order of the standard. */
const ROW_ATTRIBUTES = [
  'spans',
  's',
  'customFormat',
  'ht',
  'hidden',
  'customHeight',
  'outlineLevel',
  'collapsed',
  'thickTop',
  'thickBot',
  'x14ac:dyDescent',
].map((name) => `(?: ${name}="[\\w.: -]*")?`)
const ROW_START = new RegExp(`[ \\n\\t]*<row(?: r="(\\d+)")?${ROW_ATTRIBUTES.join('')}>`, 'y')
const CELL = new RegExp(
  `<c(?: r="(\\w+)")?(?: s="(\\d+)")?(?: t="(\\w+)")?` +
    `(?:/>|>(?:<f>${PLAIN_TEXT}</f>)?(?:<v>(${PLAIN_TEXT})</v>|<is>${PLAIN_T}</is>)?</c>)`,
  'y',
)
const ROW_END = '</row>'

/** Reads whole rows without the XML parser; what they mean is decided in the same place. */
export function plainRow(builder: SheetBuilder): Shortcut {
  return {
    item: 'row',
    depth: 3,
    container: 'sheetData',
    read(text, from) {
      ROW_START.lastIndex = from
      const start = ROW_START.exec(text)
      if (!start) return -1
      builder.openRow(start[1])
      let at = ROW_START.lastIndex
      CELL.lastIndex = at
      for (let cell = CELL.exec(text); cell; cell = CELL.exec(text)) {
        const [, reference, style, type = 'n', value = '', inline = ''] = cell
        builder.addCell(reference, type, style, type === 'inlineStr' ? inline : value)
        at = CELL.lastIndex
      }
      if (text.startsWith(ROW_END, at)) {
        builder.closeRow()
        return at + ROW_END.length
      }
      builder.forgetRow()
      return -1
    },
  }
}
