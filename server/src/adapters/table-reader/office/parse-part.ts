import { damaged } from './errors.ts'
import type { XmlParser } from './xml-parser.ts'

/** Feeds a part to a parser and yields after each chunk. */
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

/** Feeds a whole part to a parser. */
export async function readPart(chunks: AsyncIterable<Buffer>, parser: XmlParser): Promise<void> {
  for await (const _ of parsePart(chunks, parser));
}

const decoderFor = (start: Buffer) => new TextDecoder(encodingOf(start), { fatal: true })

/** Detected by the byte order mark, or by the encoding of the first angle bracket. */
function encodingOf(start: Buffer): string {
  const first = start.toString('latin1', 0, 2)
  if (first === '\xff\xfe' || first === '<\0') return 'utf-16le'
  return first === '\xfe\xff' || first === '\0<' ? 'utf-16be' : 'utf-8'
}

/** A character split across two chunks is completed with the next. */
function decode(decoder: ReturnType<typeof decoderFor>, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (error) {
    throw damaged(error)
  }
}
