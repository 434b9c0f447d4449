import { posix } from 'node:path'
import { attributesOf, tagsNamed } from './xml-tags.ts'

/**
 * A macro is a part of the file that a program would run. Declaring the content type of a macro is not enough: SheetJS
 * declares it for the extension `.bin` in every workbook, most of which have no such part. A binary workbook has the
 * type `sheet.binary.macroEnabled` with or without macros.
 */
const MACRO_TYPE = /(?<!binary\.)macroEnabled|vbaProject|vbaData|macrosheet/i

/** The names of an archive's entries in lower case, because part names are case-insensitive. */
export type EntryNames = ReadonlySet<string>

/** Whether the content types declare a part of this archive as a macro. */
export function declaresMacro(xml: string, names: EntryNames): boolean {
  const overrides = tagsNamed(xml, 'Override').map(attributesOf)
  if (overrides.some((one) => isMacro(one) && mayReferTo(names, one['PartName'] ?? ''))) return true

  const overridden = new Set(overrides.map((one) => entryOf(one['PartName'] ?? '')))
  const defaults = tagsNamed(xml, 'Default').map(attributesOf).filter(isMacro)
  const extensions = defaults.map((one) => `.${one['Extension']?.toLowerCase()}`)
  return [...names].some((name) => !overridden.has(name) && extensions.some((extension) => name.endsWith(extension)))
}

const isMacro = (declared: Record<string, string>) => MACRO_TYPE.test(declared['ContentType'] ?? '')

/** Whether a relationship in this entry points to a macro. */
export function referencesMacro(relationship: Record<string, string>, entry: string, names: EntryNames): boolean {
  if (!MACRO_TYPE.test(relationship['Type'] ?? '')) return false
  const folder = posix.dirname(posix.dirname(`/${entry}`))
  return mayReferTo(names, posix.resolve(folder, relationship['Target'] ?? ''))
}

const entryOf = (part: string) => posix.resolve('/', part).slice(1).toLowerCase()

const PLAIN_NAME = /^[\w/. -]+$/

/** A name with several possible spellings, such as one with escapes, is assumed to refer to an existing part. */
const mayReferTo = (names: EntryNames, part: string) => !PLAIN_NAME.test(entryOf(part)) || names.has(entryOf(part))
