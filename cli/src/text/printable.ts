/**
 * Replaces control characters and text direction marks in texts of files and servers, because a terminal would
 * interpret them.
 */
export const printable = (text: string): string => text.replace(UNSAFE, '\ufffd')

const UNSAFE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export const shortened = (text: string, charsMax: number): string => {
  const characters = [...text]
  return characters.length > charsMax ? `${characters.slice(0, charsMax - 1).join('')}…` : text
}

const GROUPED = new Intl.NumberFormat('en-US')
export const count = (value: number): string => GROUPED.format(value)

/** `1 row`, `2 rows`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

const MEGABYTE = 1_000_000
export const megabytes = (bytes: number): string =>
  bytes < MEGABYTE / 10 ? counted(bytes, 'byte') : `${(bytes / MEGABYTE).toFixed(1)} MB`

/** Quotes text as a single shell word. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
