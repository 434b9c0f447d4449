import { SaxesParser } from 'saxes'
import { XML_DEPTH_MAX, XML_TOKEN_CHARS_MAX } from './xlsx-limits.ts'
import { damaged, documentType, oddEncoding } from './xlsx-refusals.ts'

/**
 * Element names come without their prefix: workbooks are written with and without one, in the transitional and in the
 * strict namespace, and the place of an element in the tree tells enough. The root is at depth 1.
 */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>, depth: number, parent: string): void
  /** A run of text may come in several pieces. */
  text?(text: string): void
  close?(name: string, depth: number, parent: string): void
}

export interface XmlParser {
  write(text: string): void
  end(): void
}

/** Strict XML without document types. No more of it is held than one tag or one run of text, each bounded. */
export function xmlParser({ open, text, close }: XmlHandlers): XmlParser {
  const names: string[] = ['']
  // The parser reports a tag or a text when it ends; one that does not end would fill the memory.
  let charsSinceEvent = 0
  const onText = (piece: string) => {
    charsSinceEvent = 0
    text?.(piece)
  }
  // Each listener is one more field of the parser. With eight of them the engine gives up its fast form of the object,
  // and parsing takes four times as long: so there are no more than these.
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw damaged(error)
  })
  parser.on('doctype', () => {
    throw documentType()
  })
  parser.on('opentag', (tag) => {
    charsSinceEvent = 0
    // The declaration stands before the root: whatever pieces the text comes in, it is judged first.
    if (names.length === 1) checkDeclaration(parser.xmlDecl)
    if (names.length > XML_DEPTH_MAX) throw damaged()
    const name = withoutPrefix(tag.name)
    open(name, tag.attributes, names.length, names[names.length - 1] ?? '')
    names.push(name)
  })
  parser.on('closetag', () => {
    charsSinceEvent = 0
    const name = names.pop() ?? ''
    close?.(name, names.length, names[names.length - 1] ?? '')
  })
  parser.on('text', onText)
  parser.on('cdata', onText)
  return {
    write(piece) {
      charsSinceEvent += piece.length
      parser.write(piece)
      if (charsSinceEvent > XML_TOKEN_CHARS_MAX) throw damaged()
    },
    end() {
      parser.close()
    },
  }
}

/** The standard allows no other; in another one the text would not be what the vendor wrote. */
const SAFE_ENCODING = /^(utf-?8|utf-?16(le|be)?|us-ascii)$/i

function checkDeclaration({ version = '1.0', encoding = 'utf-8' }: SaxesParser['xmlDecl']) {
  if (version !== '1.0' || !SAFE_ENCODING.test(encoding)) throw oddEncoding()
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)
