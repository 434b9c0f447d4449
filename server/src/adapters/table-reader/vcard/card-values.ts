import type { CardLine } from './card-lines.ts'

/** The text of a value, without encoding and escapes. Empty for binary values. */
export const textOf = (line: CardLine): string => withoutEscapes(decoded(line))

/** The parts of a structured value, such as the family and given name. An escaped semicolon separates nothing. */
export const partsOf = (line: CardLine): string[] =>
  decoded(line)
    .replace(/\\.|;/gs, (found) => (found === ';' ? '\0' : found))
    .split('\0')
    .map((part) => withoutEscapes(part).trim())

/** `CELL`, `FAX`: version 2.1 writes them as parameters of their own. */
export const typesOf = ({ parameters }: CardLine): string[] =>
  parameters.flatMap((parameter) =>
    parameter
      .replace(/^TYPE=/, '')
      .replaceAll('"', '')
      .split(','),
  )

function decoded({ parameters, value }: CardLine): string {
  if (parameters.some((one) => /^ENCODING=(B|BASE64)$|^BASE64$/.test(one))) return ''
  if (!parameters.some((one) => /^(ENCODING=)?QUOTED-PRINTABLE$/.test(one))) return value
  const charset = parameters.find((one) => one.startsWith('CHARSET='))?.slice('CHARSET='.length)
  return decodeBytes(quotedPrintableBytes(value), charset)
}

function quotedPrintableBytes(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8').toString('latin1')
  return Buffer.from(
    bytes.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

function decodeBytes(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes)
  } catch {
    return bytes.toString('utf8') // an encoding that does not exist
  }
}

const withoutEscapes = (text: string) =>
  text.replace(/\\(.)/gs, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char))
