import { posix } from 'node:path'
import { attributesOf, tagsNamed } from './xml-tags.ts'

/**
 * A macro is a part of the file that some program would run. Naming the content type of a macro is not one yet: SheetJS
 * declares it for the extension `.bin` in every workbook, most of which have no such part.
 */
const MACRO_TYPE = /macroEnabled|vbaProject|vbaData|macrosheet/i

/** The names of an archive's entries, in lower case: parts are compared without regard to it. */
export type EntryNames = ReadonlySet<string>

/** Whether the list of content types calls a part of this archive a macro. */
export function declaresMacro(xml: string, names: EntryNames): boolean {
  const overrides = tagsNamed(xml, 'Override').map(attributesOf)
  if (overrides.some((one) => isMacro(one) && mayMean(names, one['PartName'] ?? ''))) return true

  const overridden = new Set(overrides.map((one) => entryOf(one['PartName'] ?? '')))
  const defaults = tagsNamed(xml, 'Default').map(attributesOf).filter(isMacro)
  const extensions = defaults.map((one) => `.${one['Extension']?.toLowerCase()}`)
  return [...names].some((name) => !overridden.has(name) && extensions.some((extension) => name.endsWith(extension)))
}

const isMacro = (declared: Record<string, string>) => MACRO_TYPE.test(declared['ContentType'] ?? '')

/** Whether a relationship that stands in this entry leads to a macro. */
export function leadsToMacro(relationship: Record<string, string>, entry: string, names: EntryNames): boolean {
  if (!MACRO_TYPE.test(relationship['Type'] ?? '')) return false
  const folder = posix.dirname(posix.dirname(`/${entry}`))
  return mayMean(names, posix.resolve(folder, relationship['Target'] ?? ''))
}

const entryOf = (part: string) => posix.resolve('/', part).slice(1).toLowerCase()

const PLAIN_NAME = /^[\w/. -]+$/

/** A name that may be spelled in several ways, such as one with escapes, is taken to mean a part that is there. */
const mayMean = (names: EntryNames, part: string) => !PLAIN_NAME.test(entryOf(part)) || names.has(entryOf(part))
