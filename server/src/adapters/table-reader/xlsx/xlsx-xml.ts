import { damaged } from './xlsx-refusals.ts'
import type { XmlParser } from './xlsx-xml-parser.ts'

/** Feeds a part to a parser, pausing after each chunk. */
export async function* parsePart(chunks: AsyncIterable<Buffer>, parser: XmlParser): AsyncGenerator<undefined> {
  let decoder: ReturnType<typeof decoderFor> | undefined
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk)
    parser.write(decode(decoder, chunk))
    yield
  }
  if (decoder) parser.write(decode(decoder))
  parser.end()
}

/** Feeds a part to a parser from beginning to end. */
export async function readPart(chunks: AsyncIterable<Buffer>, parser: XmlParser): Promise<void> {
  for await (const _ of parsePart(chunks, parser));
}

const decoderFor = (start: Buffer) => new TextDecoder(encodingOf(start), { fatal: true })

/** By the byte order mark, or by how the first angle bracket is written. */
function encodingOf(start: Buffer): string {
  const first = start.toString('latin1', 0, 2)
  if (first === '\xff\xfe' || first === '<\0') return 'utf-16le'
  return first === '\xfe\xff' || first === '\0<' ? 'utf-16be' : 'utf-8'
}

/** Characters cut by the border of two chunks are kept for the next. */
function decode(decoder: ReturnType<typeof decoderFor>, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (error) {
    throw damaged(error)
  }
}
