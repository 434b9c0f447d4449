import { type XmlHandlers, type XmlParser, xmlParser } from './xlsx-xml-parser.ts'

/** A way past the XML parser for the one element that a part has a million of, where it is written in the plainest form. */
export interface Shortcut {
  item: string
  depth: number
  container: string
  /** Reads the item that begins at `at` and says where it ends; -1, and nothing done, when it is not all there or not plain. */
  read(text: string, at: number): number
}

/** How much is kept while an item may still turn out to be plain. */
const HELD_CHARS_MAX = 256 * 1024

/**
 * The strict parser stays the judge of the document: it sees everything but whole items, and those only are kept from it
 * that stand behind another item and are well-formed beyond doubt. Everything else in the container goes through it.
 */
export function parserWithShortcut(handlers: XmlHandlers, shortcut: Shortcut): XmlParser {
  const endTag = `</${shortcut.item}>`
  let held = ''
  let isBehindItem = false
  const parser = xmlParser({
    ...handlers,
    close(name, depth, parent) {
      handlers.close?.(name, depth, parent)
      isBehindItem = name === shortcut.item && depth === shortcut.depth && parent === shortcut.container
    },
  })

  /** The last character goes alone, so that the parser shows whether it really is what ends an item. */
  const parseThrough = (text: string, from: number, last: number) => {
    parser.write(text.slice(from, last))
    isBehindItem = false
    parser.write(text.charAt(last))
    return last + 1
  }
  const readPlain = (text: string, from: number) => {
    let at = from
    for (let end = at; end >= 0; end = shortcut.read(text, at)) at = end
    return at
  }

  return {
    write(piece) {
      const text = held + piece
      held = ''
      let at = 0
      for (let end = 0; end >= 0; ) {
        if (isBehindItem) at = readPlain(text, at)
        end = text.indexOf(endTag, at)
        if (end >= 0) at = parseThrough(text, at, end + endTag.length - 1)
      }
      if (isBehindItem && text.length - at <= HELD_CHARS_MAX) held = text.slice(at)
      else if (at < text.length) {
        parser.write(text.slice(at))
        isBehindItem = false
      }
    },
    end() {
      parser.write(held)
      parser.end()
    },
  }
}
