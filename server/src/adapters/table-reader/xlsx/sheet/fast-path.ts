import { type XmlHandlers, type XmlParser, xmlParser } from '../../office/xml-parser.ts'

/** Bypasses the XML parser for the one element that a part has a million of, if it is written in its plainest form. */
export interface FastPath {
  item: string
  depth: number
  container: string
  /**
   * Reads the item that begins at `at` and returns where it ends; -1, without any effect, if it is incomplete or not
   * plain.
   */
  read(text: string, at: number): number
}

/** How much text is buffered while an item may still turn out to be plain. */
const BUFFERED_CHARS_MAX = 256 * 1024

/**
 * The strict parser still validates the document: it sees everything except whole items that follow another item and
 * are certainly well-formed. Everything else in the container goes through it.
 */
export function parserWithFastPath(handlers: XmlHandlers, shortcut: FastPath): XmlParser {
  const endTag = `</${shortcut.item}>`
  let buffered = ''
  let followsItem = false
  const parser = xmlParser({
    ...handlers,
    close(name, depth, parent) {
      handlers.close?.(name, depth, parent)
      followsItem = name === shortcut.item && depth === shortcut.depth && parent === shortcut.container
    },
  })

  /** The last character is written separately, so that the parser shows whether it really ends an item. */
  const parseThrough = (text: string, from: number, last: number) => {
    parser.write(text.slice(from, last))
    followsItem = false
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
      const text = buffered + piece
      buffered = ''
      let at = 0
      for (let end = 0; end >= 0; ) {
        if (followsItem) at = readPlain(text, at)
        end = text.indexOf(endTag, at)
        if (end >= 0) at = parseThrough(text, at, end + endTag.length - 1)
      }
      if (followsItem && text.length - at <= BUFFERED_CHARS_MAX) buffered = text.slice(at)
      else if (at < text.length) {
        parser.write(text.slice(at))
        followsItem = false
      }
    },
    end() {
      parser.write(buffered)
      parser.end()
    },
  }
}

/** Text without entities to decode and without characters that XML forbids or normalises. */
export const PLAIN_TEXT = '[^<>&\\x00-\\x08\\x0b-\\x1f\\ufffe\\uffff]*'
export const PLAIN_T = `<t(?: xml:space="preserve")?>(${PLAIN_TEXT})</t>`
