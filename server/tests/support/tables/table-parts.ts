import { inflateSync } from 'node:zlib'
import { unpackRows } from '../../../src/platform/packed-rows.ts'
import type { TablePart, TableRawRow, TableSheet } from '../../../src/ports/table-reader.ts'

export interface WholeTable {
  columns: readonly string[]
  headerRow: number
  rawRows: readonly TableRawRow[]
  sheet: string | null
  sheets: readonly TableSheet[]
  samples: readonly (readonly string[])[]
  /** As `[rowIndex, cell, …]`. */
  rows: (string | number)[][]
  /** With the size of their decompressed rows. */
  chunks: { firstRowIndex: number; lastRowIndex: number; rowCount: number; bytes: number }[]
  endColumns: readonly string[]
  rowCount: number
}

/** Collects all parts of a table and checks the order that the port promises. */
export async function wholeTable(parts: AsyncIterable<TablePart>): Promise<WholeTable> {
  const list: TablePart[] = []
  for await (const part of parts) list.push(part)
  const [head, ...rest] = list
  const end = rest.pop()
  if (head?.kind !== 'head' || end?.kind !== 'end')
    throw new Error('a table begins with its head and ends with its end')
  const chunks = rest.map((part) => {
    if (part.kind !== 'chunk') throw new Error(`a ${part.kind} among the chunks`)
    return part
  })
  return {
    columns: head.columns,
    headerRow: head.headerRow,
    rawRows: head.rawRows,
    sheet: head.sheet,
    sheets: end.sheets,
    samples: head.samples,
    rows: chunks.flatMap((chunk) => unpackRows<(string | number)[]>(chunk.rows)),
    chunks: chunks.map(({ firstRowIndex, lastRowIndex, rowCount, rows }) => ({
      firstRowIndex,
      lastRowIndex,
      rowCount,
      bytes: inflateSync(rows).length,
    })),
    endColumns: end.columns,
    rowCount: end.rowCount,
  }
}
