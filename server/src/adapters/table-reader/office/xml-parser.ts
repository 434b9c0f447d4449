import { SaxesParser } from 'saxes'
import { damaged, documentType, oddEncoding } from './errors.ts'
import { XML_DEPTH_MAX, XML_TOKEN_CHARS_MAX } from './limits.ts'

/**
 * Element names have no prefix: workbooks are written with and without one, in the transitional and in the strict
 * namespace, and the position of an element in the tree identifies it. The root is at depth 1.
 */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>, depth: number, parent: string): void
  /** A run of text may arrive in several pieces. */
  text?(text: string): void
  close?(name: string, depth: number, parent: string): void
}

export interface XmlParser {
  write(text: string): void
  end(): void
}

/** Strict XML without document types. It buffers at most one tag or one run of text, each bounded. */
export function xmlParser({ open, text, close }: XmlHandlers): XmlParser {
  const names: string[] = ['']
  // The parser reports a tag or a text when it ends; an endless one would fill the memory.
  let charsSinceEvent = 0
  const onText = (piece: string) => {
    charsSinceEvent = 0
    text?.(piece)
  }
  // Each listener is one more field of the parser. With eight of them V8 abandons the fast object representation and
  // parsing takes four times as long, so no more may be added.
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw damaged(error)
  })
  parser.on('doctype', () => {
    throw documentType()
  })
  parser.on('opentag', (tag) => {
    charsSinceEvent = 0
    // The declaration precedes the root, so it is checked first however the text is split.
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

/** The standard allows no other encoding; in another one the text would be misread. */
const SAFE_ENCODING = /^(utf-?8|utf-?16(le|be)?|us-ascii)$/i

function checkDeclaration({ version = '1.0', encoding = 'utf-8' }: SaxesParser['xmlDecl']) {
  if (version !== '1.0' || !SAFE_ENCODING.test(encoding)) throw oddEncoding()
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)
