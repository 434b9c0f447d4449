import { type FastPath, PLAIN_T, PLAIN_TEXT } from './fast-path.ts'
import type { SheetBuilder } from './sheet-builder.ts'

/** The attributes that common programs write, each at most once and in the order of the standard. */
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
    `(?:/>|>(<f>${PLAIN_TEXT}</f>)?(?:<v>(${PLAIN_TEXT})</v>|<is>${PLAIN_T}</is>)?</c>)`,
  'y',
)
const ROW_END = '</row>'

/** Reads whole rows without the XML parser; the cells are interpreted by the same builder. */
export function plainRow(builder: SheetBuilder): FastPath {
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
        const [, reference, style, type = 'n', formula, value = '', inline = ''] = cell
        builder.addCell(reference, type, style, type === 'inlineStr' ? inline : value, formula !== undefined)
        at = CELL.lastIndex
      }
      if (text.startsWith(ROW_END, at)) {
        builder.closeRow()
        return at + ROW_END.length
      }
      builder.discardRow()
      return -1
    },
  }
}
