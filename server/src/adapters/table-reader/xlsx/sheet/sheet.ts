import { parsePart } from '../../office/parse-part.ts'
import { textCollector } from '../../office/text.ts'
import type { XmlHandlers } from '../../office/xml-parser.ts'
import type { TableRow } from '../../table-row.ts'
import type { CellContext } from './cell.ts'
import { parserWithFastPath } from './fast-path.ts'
import type { MergedRanges } from './merged-ranges.ts'
import { type SheetBuilder, sheetBuilder } from './sheet-builder.ts'
import { plainRow } from './sheet-plain-row.ts'

/**
 * The rows of a sheet, one batch for each chunk of it. The declared dimension, empty rows and cells with formatting
 * only are ignored.
 */
export async function* readSheet(
  part: AsyncIterable<Buffer>,
  context: CellContext,
  merged: MergedRanges = new Map(),
): AsyncGenerator<TableRow[]> {
  const builder = sheetBuilder(context, merged)
  const parser = parserWithFastPath(sheetHandlers(builder), plainRow(builder))
  for await (const _ of parsePart(part, parser)) {
    const rows = builder.takeRows()
    if (rows.length > 0) yield rows
  }
  const rows = builder.takeRows()
  if (rows.length > 0) yield rows
}

/** The element path is worksheet, sheetData, row, c, then v, or is with t and r/t. */
export function sheetHandlers(builder: SheetBuilder): XmlHandlers {
  const cell = { reference: undefined as string | undefined, type: 'n', style: undefined as string | undefined }
  const value = textCollector()
  let isInRow = false
  let isInCell = false
  let isValue = false
  let isFormula = false
  return {
    open(name, attributes, depth, parent) {
      isValue = false
      if (depth === 3 && parent === 'sheetData' && name === 'row') {
        builder.openRow(attributes['r'])
        isInRow = true
      } else if (depth === 4 && isInRow && name === 'c') {
        isInCell = true
        isFormula = false
        cell.reference = attributes['r']
        cell.type = attributes['t'] ?? 'n'
        cell.style = attributes['s']
      } else if (isInCell) {
        if (depth === 5 && name === 'f') isFormula = true
        if (cell.type !== 'inlineStr') isValue = depth === 5 && name === 'v'
        else isValue = name === 't' && ((depth === 6 && parent === 'is') || (depth === 7 && parent === 'r'))
      }
    },
    text(piece) {
      if (isValue) value.add(piece)
    },
    close(_name, depth) {
      isValue = false
      if (depth === 4 && isInCell) {
        isInCell = false
        builder.addCell(cell.reference, cell.type, cell.style, value.take(), isFormula)
      } else if (depth === 3 && isInRow) {
        isInRow = false
        builder.closeRow()
      }
    },
  }
}
