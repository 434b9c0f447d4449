import { DEFAULT_EXPORTS, LONG_FILES } from './exceptions.ts'
import type { SourceFile } from './reading/sources.ts'
import { occurrences, problemAt, type Rule } from './rule.ts'

/** The rules name what they forbid. */
const isAboutTheRules = (file: SourceFile) => file.path.startsWith('server/tests/architecture')

export const noLeftoverNotes: Rule = {
  promise: 'no left-over notes',
  find: (files) =>
    files
      .filter((file) => isCode(file) && !isAboutTheRules(file))
      .flatMap((file) =>
        [...file.text.matchAll(/\b(?:TODO|FIXME|XXX)\b/g)]
          .filter(({ 0: word, index }) => word !== 'XXX' || !isInString(file, index))
          .map(({ 0: word, index }) =>
            problemAt(file, index, `${word} is left over; do it now, or write it down where work is planned`),
          ),
      ),
}

/** As data XXX is a currency that does not exist, or a placeholder in a pattern. */
const isInString = (file: SourceFile, index: number) => file.plain.charAt(index) === 'X'

export const namedExports: Rule = {
  promise: 'modules export names, each from the file that defines it',
  find: (files) =>
    files.flatMap((file) => [
      ...occurrences(file, /^export\s+default\b|\bas\s+default\b/gm, 'has a default export; give it a name'),
      ...occurrences(file, /^export\s*=/gm, 'exports in the old way; give it a name'),
      ...occurrences(
        file,
        /^export\s+(?:type\s+)?(?:\*|\{[^}]*\}\s*from\b)/gm,
        'passes on what another file exports; import from that file instead',
      ),
    ]),
  exceptions: DEFAULT_EXPORTS,
}

export const noEnums: Rule = {
  promise: 'no enum: a union of texts, or a constant object',
  find: (files) =>
    files.flatMap((file) =>
      occurrences(file, /\benum\s+\w+\s*\{/g, 'declares an enum; write a union of texts or a constant object'),
    ),
}

const LINES_MAX = 300
/** Documentation and the generated schema may be longer. */
const isCode = ({ path }: SourceFile) => !path.endsWith('.md') && path !== 'server/schema.sql'

export const fileLength: Rule = {
  promise: `no file has more than ${LINES_MAX} lines`,
  find: (files) =>
    files.filter(isCode).flatMap((file) => {
      const lines = file.text.split('\n').length - 1
      const sentence = `${file.path}: ${lines} lines, more than ${LINES_MAX}; cut it by what it does`
      return lines > LINES_MAX ? [{ file: file.path, sentence }] : []
    }),
  exceptions: LONG_FILES,
}
