/**
 * Formats messages in the ICU MessageFormat: arguments `{name}`, plurals `{count, plural, =0 {…} one {# row} other {# rows}}`,
 * choices `{kind, select, a {…} other {…}}`, and tags `<link>…</link>` around text. Apostrophes quote as in ICU: `'{'`.
 * The whole of ICU takes a library of ten times the size, see decision 0132.
 */
export type MessageValue<Part> = string | number | Part | ((children: (string | Part)[]) => Part)

interface Argument {
  name: string
  /** The options of a plural or a choice. */
  options?: ReadonlyMap<string, readonly MessagePart[]>
  isPlural?: boolean
  /** What a tag encloses. */
  children?: readonly MessagePart[]
}

/** `#` is the number of the plural around it. */
type MessagePart = string | Argument | typeof NUMBER
const NUMBER = Symbol('number')

const parsed = new Map<string, readonly MessagePart[]>()

export function parseMessage(message: string): readonly MessagePart[] {
  const known = parsed.get(message)
  if (known) return known
  const parts = new Parser(message).parts(false)
  parsed.set(message, parts)
  return parts
}

class Parser {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Reads until the end, the `}` of an option, or a closing tag. */
  parts(isInPlural: boolean): MessagePart[] {
    const found: MessagePart[] = []
    let literal = ''
    const flush = () => {
      if (literal) found.push(literal)
      literal = ''
    }
    for (let char = this.text[this.at]; char !== undefined && char !== '}'; char = this.text[this.at]) {
      if (char === "'") literal += this.quoted(isInPlural)
      else if (char === '{') {
        flush()
        found.push(this.argument())
      } else if (char === '#' && isInPlural) {
        flush()
        found.push(NUMBER)
        this.at++
      } else if (char === '<' && this.text[this.at + 1] === '/') break
      else if (char === '<' && /[a-z]/.test(this.text[this.at + 1] ?? '')) {
        flush()
        found.push(this.tag(isInPlural))
      } else {
        literal += char
        this.at++
      }
    }
    flush()
    return found
  }

  /** `''` is an apostrophe, and `'{…'` is literal text. Any other apostrophe stands for itself. */
  private quoted(isInPlural: boolean): string {
    const next = this.text[this.at + 1]
    if (next === "'") {
      this.at += 2
      return "'"
    }
    if (!next || !(isInPlural ? '{}<>#' : '{}<>').includes(next)) {
      this.at++
      return "'"
    }
    const end = this.text.indexOf("'", this.at + 1)
    const literal = this.text.slice(this.at + 1, end < 0 ? undefined : end)
    this.at = end < 0 ? this.text.length : end + 1
    return literal
  }

  private argument(): Argument {
    this.at++
    const name = this.word()
    if (this.skip('}')) return { name }
    this.expect(',')
    const isPlural = this.word() === 'plural'
    this.expect(',')
    const options = new Map<string, MessagePart[]>()
    while (!this.skip('}')) {
      const option = this.word()
      this.expect('{')
      options.set(option, this.parts(isPlural))
      this.expect('}')
    }
    return { name, options, isPlural }
  }

  private tag(isInPlural: boolean): Argument {
    this.at++
    const name = this.word()
    this.expect('>')
    const children = this.parts(isInPlural)
    this.expect(`</${name}>`)
    return { name, children }
  }

  private word(): string {
    const [all = '', word = ''] = /^\s*([^\s{},<>]*)\s*/.exec(this.text.slice(this.at)) ?? []
    this.at += all.length
    return word
  }

  private skip(text: string): boolean {
    const isHere = this.text.startsWith(text, this.at)
    if (isHere) this.at += text.length
    return isHere
  }

  private expect(text: string) {
    if (!this.skip(text)) throw new Error(`"${this.text}" needs ${text} at ${this.at}`)
    // Spaces between the options of a plural mean nothing; those in an option do.
    if (text === ',' || text === '}') this.at += /^\s*/.exec(this.text.slice(this.at))?.[0].length ?? 0
  }
}

/** The message as texts and parts, in order. A value that is missing throws: the message would be wrong. */
export function formatMessage<Part>(
  message: string,
  values: Readonly<Record<string, MessageValue<Part>>>,
  locale: string,
): (string | Part)[] {
  const format = (parts: readonly MessagePart[], count = 0): (string | Part)[] =>
    parts.flatMap((part) => {
      if (typeof part === 'string') return [part]
      if (part === NUMBER) return [new Intl.NumberFormat(locale).format(count)]
      const { name, options, isPlural, children } = part
      const value = values[name]
      if (!(name in values)) throw new Error(`"${message}" needs a value for ${name}`)
      if (children && typeof value === 'function') return [(value as TagRenderer<Part>)(format(children, count))]
      if (!options) return [typeof value === 'number' ? String(value) : (value as string | Part)]
      const option = isPlural ? pluralOption(options, Number(value), locale) : options.get(String(value))
      return format(option ?? options.get('other') ?? [], isPlural ? Number(value) : count)
    })
  return format(parseMessage(message))
}

type TagRenderer<Part> = (children: (string | Part)[]) => Part

const pluralOption = (options: ReadonlyMap<string, readonly MessagePart[]>, count: number, locale: string) =>
  options.get(`=${count}`) ?? options.get(new Intl.PluralRules(locale).select(count))
