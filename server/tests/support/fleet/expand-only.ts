/**
 * The statements of a migration that processes of the previous release may not survive, or whose harmlessness cannot be
 * read from the text. Adding is harmless: they do not name what they do not know. Whatever a migration creates itself is
 * unknown to them, so that anything may be done to it. Something may be dropped below the line
 * `-- contract: unused since 1.2.0`, which names the release that stopped using it: `releases` are those that were made.
 */
export function whatBreaksOldProcesses(text: string, releases: readonly string[] = []): string[] {
  const statements = statementsOf(withContracts(text))
  const created = createdTables(statements)
  const isNew = (table: string | undefined) => table !== undefined && created.has(table)
  const replaced = new Set([...text.matchAll(/\bdrop constraint (?:if exists )?(\w+)/gi)].map(([, name]) => name))
  return statements.filter((statement) => {
    const [, release, dropped] = /^contract (\S+) (.*)$/.exec(statement) ?? []
    if (dropped !== undefined) return !releases.includes(release ?? '') || !onlyDrops(dropped)
    if (/^(create (unlogged )?table|insert into|comment on) /.test(statement)) return false
    const index = /^create (unique )?index .*? on (?:only )?(\w+)/.exec(statement)
    if (index) return index[1] !== undefined && !isNew(index[2])
    const altered = /^alter table (?:only )?(\w+) (.*)$/.exec(statement)
    if (altered) return !isNew(altered[1]) && !partsOf(altered[2] ?? '').every((part) => onlyAdds(part, replaced))
    return true
  })
}

/** The tables that a migration changes and did not create. */
export function changedTables(text: string): string[] {
  const statements = statementsOf(text)
  const created = createdTables(statements)
  const changed = statements.flatMap(
    (statement) => /^(?:alter table|create (?:unique )?index .*? on) (?:only )?(\w+)/.exec(statement)?.[1] ?? [],
  )
  return [...new Set(changed)].filter((table) => !created.has(table))
}

/** The indexes that a migration builds on tables that exist already, each as it is written, in one line. */
export function builtIndexes(
  text: string,
): { name: string; table: string; isRepeatable: boolean; definition: string }[] {
  const statements = statementsOf(text, { keepTexts: true })
  const created = createdTables(statements)
  return statements
    .flatMap((statement) => {
      const [, repeatable, name = '', definition = ''] =
        /^create (?:unique )?index (if not exists )?(\w+) (on .*)$/.exec(statement) ?? []
      const [, table = ''] = /^on (?:only )?(\w+)/.exec(definition) ?? []
      return name === '' ? [] : [{ name, table, isRepeatable: repeatable !== undefined, definition }]
    })
    .filter(({ table }) => !created.has(table))
}

const createdTables = (statements: readonly string[]) =>
  new Set(statements.flatMap((statement) => /^create (?:unlogged )?table (\w+)/.exec(statement)?.[1] ?? []))

/** A constraint that replaces one of the same name is taken for a wider one; a reviewer looks at it. */
function onlyAdds(part: string, replaced: ReadonlySet<string | undefined>): boolean {
  if (/^add column /.test(part)) return !/\bnot null\b/.test(part) || /\bdefault\b/.test(part)
  const [, constraint] = /^add constraint (\w+)/.exec(part) ?? []
  if (constraint !== undefined) return replaced.has(constraint)
  return /^(drop constraint |alter column \w+ (drop not null|set default))/.test(part)
}

/** A contract becomes the beginning of the statement below it. */
const withContracts = (text: string) => text.replace(/^-- contract: unused since (\S+)$/gm, 'contract $1 ')

function onlyDrops(statement: string): boolean {
  const altered = /^alter table (?:only )?\w+ (.*)$/.exec(statement)?.[1]
  if (altered !== undefined) return partsOf(altered).every((part) => /^drop (column|constraint) /.test(part))
  return /^drop (index|trigger|function|view|type) /.test(statement)
}

/** Without comments, in one line each; in lower case and without texts, unless they are kept. */
const statementsOf = (text: string, { keepTexts = false } = {}): string[] =>
  withoutTexts(text.replace(/--.*|\/\*[\s\S]*?\*\//g, ''), keepTexts)
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

const withoutTexts = (text: string, keepTexts: boolean) =>
  keepTexts ? text : text.replace(/'(?:[^']|'')*'|\$\$[\s\S]*?\$\$/g, "''").toLowerCase()

/** The actions of an ALTER TABLE: what stands between commas outside brackets. */
const partsOf = (actions: string): string[] => actions.split(/,(?![^(]*\))/).map((part) => part.trim())
