/** The numbers of a phone cell; Google separates them with ` ::: `. Also used to recognise phone columns. */
export function splitNumbers(cell: string): string[] {
  const numbers = NUMBER_SEPARATOR.test(cell) ? cell.split(NUMBER_SEPARATOR) : [cell]
  return numbers.map((number) => number.trim()).filter((number) => number !== '')
}

const NUMBER_SEPARATOR = /:::|[/,;|\r\n\u0085\u2028\u2029]|\sor\s/i
