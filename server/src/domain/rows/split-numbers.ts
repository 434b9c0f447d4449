/** The numbers of a phone cell. Also what makes a cell one of a phone column. */
export const splitNumbers = (cell: string) =>
  cell
    .split(NUMBER_SEPARATOR)
    .map((number) => number.trim())
    .filter((number) => number !== '')

const NUMBER_SEPARATOR = /[/,;|\r\n\u0085\u2028\u2029]|\sor\s/i
