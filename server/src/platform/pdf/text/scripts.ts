/** ISO 15924 codes of the scripts that our fonts can draw. */
export const SCRIPTS = [
  ...['Latn', 'Grek', 'Cyrl', 'Armn', 'Geor', 'Hebr', 'Arab', 'Thaa', 'Ethi'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Olck', 'Mtei', 'Tibt'],
  ...['Thai', 'Laoo', 'Khmr', 'Mymr', 'Hani', 'Hira', 'Kana', 'Bopo', 'Hang'],
] as const
export type Script = (typeof SCRIPTS)[number]

const PATTERNS = SCRIPTS.map((script) => [script, new RegExp(`^\\p{Script=${script}}`, 'u')] as const)
const ASCII = /^[\0-\x7f]/
const LATIN_LETTER = /^[A-Za-z]/

/** Undefined for characters of all scripts: digits, punctuation, spaces, combining marks. */
export function scriptOf(character: string): Script | undefined {
  if (ASCII.test(character)) return LATIN_LETTER.test(character) ? 'Latn' : undefined
  return PATTERNS.find(([, pattern]) => pattern.test(character))?.[0]
}

/**
 * The script of each UTF-16 code unit. Shared characters get the script before them, and those at the start the first
 * one after them, so that a word keeps its punctuation and marks.
 */
export function resolveScripts(text: string): (Script | undefined)[] {
  const scripts: (Script | undefined)[] = []
  let current = [...text].map(scriptOf).find((script) => script !== undefined)
  for (const character of text) {
    current = scriptOf(character) ?? current
    for (let i = 0; i < character.length; i++) scripts.push(current)
  }
  return scripts
}

/** Glyphs of these scripts are joined, stacked or reordered, so they cannot be copied one by one. */
const SHAPED: ReadonlySet<Script | undefined> = new Set<Script>([
  ...(['Arab', 'Hebr', 'Thaa', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym'] as const),
  ...(['Sinh', 'Mtei', 'Tibt', 'Thai', 'Laoo', 'Khmr', 'Mymr'] as const),
])
export const isShaped = (script: Script | undefined) => SHAPED.has(script)
