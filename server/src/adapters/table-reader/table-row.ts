/** A row as it is in the file; trailing cells may be missing. */
export interface TableRow {
  readonly rowIndex: number
  readonly cells: readonly string[]
}
