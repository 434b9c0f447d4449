/** How a spreadsheet names the column at an index: A … Z, AA … */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

export const cellPosition = (rowIndex: number, column: number) => `Row ${rowIndex}, column ${columnLetters(column)}`
