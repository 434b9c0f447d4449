import type { SourceFile } from './reading/sources.ts'
import type { Problem, Rule } from './rule.ts'

const FOLDER = 'server/migrations/'
const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

export const migrations: Rule = {
  promise: 'migrations are numbered 0001, 0002, … without gaps, and none drops a table',
  find(files) {
    const all = files.filter((file) => file.path.startsWith(FOLDER)).sort((a, b) => (a.path < b.path ? -1 : 1))
    return [...all.flatMap((file, i) => wrongName(file, i + 1)), ...all.flatMap(dropsTable)]
  },
}

function wrongName({ path }: SourceFile, expected: number): Problem[] {
  const [, number] = NAME.exec(path.slice(FOLDER.length)) ?? []
  if (number === undefined) return [problem(path, 'is not named like 0001_what_it_does.sql')]
  if (Number(number) === expected) return []
  return [problem(path, `is numbered ${number} where ${String(expected).padStart(4, '0')} comes next`)]
}

const dropsTable = ({ path, text }: SourceFile): Problem[] =>
  /\bdrop\s+table\b/i.test(text.replace(/--.*|\/\*[\s\S]*?\*\//g, ''))
    ? [
        problem(
          path,
          'drops a table; older processes still use it while a newer one migrates, and data has no way back',
        ),
      ]
    : []

const problem = (path: string, what: string): Problem => ({ file: path, sentence: `${path}: ${what}` })
