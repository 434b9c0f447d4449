/** A row of the file as it stands there; cells at its end may be missing. */
export interface TableRow {
  readonly rowIndex: number
  readonly cells: readonly string[]
}
