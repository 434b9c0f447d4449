import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LARGE_TABLES } from './support/database/large-tables.ts'
import { builtIndexes, changedTables, whatBreaksOldProcesses } from './support/fleet/expand-only.ts'
import { versionOf, whatBreaksOldCallers } from './support/fleet/function-signatures.ts'
import { filesOfPreviousRelease, hasPreviousRelease, readPreviousRelease } from './support/fleet/previous-release.ts'

const FOLDER = fileURLToPath(new URL('../migrations', import.meta.url))
const FUNCTIONS = fileURLToPath(new URL('../functions', import.meta.url))
const names = readdirSync(FOLDER).sort()
const { migration } = readPreviousRelease()
/** Set anew with every release, as deploy/previous-release is, so that each of these is that release or an older one. */
const changelog = readFileSync(fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url)), 'utf8')
const releases = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version = '']) => version)

test('the previous release names a commit and a migration that exists', () => {
  expect(readPreviousRelease().commit).toMatch(/^[0-9a-f]{40}$/)
  expect(names).toContain(migration)
})

test('migrations after the previous release only add, so that its processes keep working on the new tables', () => {
  for (const name of names.filter((other) => other > migration))
    expect(whatBreaksOldProcesses(readFileSync(join(FOLDER, name), 'utf8'), releases), name).toEqual([])
})

test('each of them changes one existing table, so that no lock on one table waits for another', () => {
  for (const name of names.filter((other) => other > migration))
    expect(changedTables(readFileSync(join(FOLDER, name), 'utf8')).length, name).toBeLessThanOrEqual(1)
  expect(changedTables('alter table a add b text; create index c on d (e); create table f (g int)')).toEqual(['a', 'd'])
})

describe('an index on a table that is large already', () => {
  const guide = readFileSync(fileURLToPath(new URL('../../docs/operations.md', import.meta.url)), 'utf8')
  const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
  const built = names
    .filter((name) => name > migration)
    .flatMap((name) => builtIndexes(readFileSync(join(FOLDER, name), 'utf8')))
    .filter(({ table }) => LARGE_TABLES.includes(table))

  test('can be built before the upgrade, which then finds it, so that nobody waits', () => {
    expect(built.filter(({ isRepeatable }) => !isRepeatable).map(({ name }) => name)).toEqual([])
  })

  test('is in the operations guide, as the upgrade builds it', () => {
    expect(built.map(({ name }) => name)).toEqual([
      'contact_country',
      'webhook_inbox_settled',
      'dead_letter_open',
      'dead_letter_id',
      'dead_letter_kind',
      'dead_letter_resolved',
      'dead_letter_ended',
    ])
    for (const { name, definition } of built)
      expect(inOneLine(guide)).toContain(`create index concurrently ${name} ${definition};`)
  })

  test('is read from a migration; that of a new table is not', () => {
    const text =
      "create table a (b int); create index c on a (b);\n-- why\ncreate index if not exists d\n  on e (f) where g = 'H'"
    expect(builtIndexes(text)).toEqual([
      { name: 'd', table: 'e', isRepeatable: true, definition: "on e (f) where g = 'H'" },
    ])
    expect(builtIndexes('create unique index c on a (b)')[0]).toMatchObject({ name: 'c', isRepeatable: false })
  })
})

test.skipIf(!(await hasPreviousRelease()))(
  'stored functions of the previous release keep their arguments and results, so that its processes can call them',
  async () => {
    const before = await filesOfPreviousRelease('server/functions')
    const after = new Map(readdirSync(FUNCTIONS).map((name) => [name, readFileSync(join(FUNCTIONS, name), 'utf8')]))
    expect(whatBreaksOldCallers([...before.values()], [...after.values()])).toEqual([])
    expect(before.size).toBeGreaterThan(0)
    // Otherwise a database of that release would refuse the new file.
    const changed = [...before].filter(([name, text]) => after.get(name) !== text)
    for (const [name, text] of changed) expect(versionOf(after.get(name) ?? ''), name).toBeGreaterThan(versionOf(text))
  },
)

describe('for callers of the previous release', () => {
  const before = [
    `-- takes ) and as
     create or replace function move (p_id uuid, p_may boolean default true)
       returns table (key text, amount numeric(20, 2)) language plpgsql as $$ begin end $$;
     create or replace function forget() returns trigger language plpgsql as $$ begin end $$;`,
  ]
  const [text = ''] = before

  test.each([
    ['another body', text.replace('begin end', 'begin return; end')],
    ['another layout', text.replace('move (p_id uuid, p_may', 'move(\n  p_id uuid,\n  p_may')],
    ['a new function', `${text} create function added(p_id uuid) returns void language sql as $$ select 1 $$;`],
  ])('nothing breaks by %s', (_, after) => {
    expect(whatBreaksOldCallers(before, [after])).toEqual([])
  })

  test.each([
    ['another argument', text.replace('p_may boolean', 'p_count integer default 1, p_may boolean')],
    ['an argument without its default', text.replace(' default true', '')],
    ['another column of the result', text.replace('key text', 'key text, outcome text')],
    ['a function that is gone', text.replace('function forget', 'function forgotten')],
    ['dropping one', `drop function if exists move(uuid, boolean); ${text}`],
  ])('something breaks by %s', (_, after) => {
    expect(whatBreaksOldCallers(before, [after])).toHaveLength(1)
  })
})

describe('for processes of the previous release', () => {
  test.each([
    'create table a (id uuid primary key, b text not null)',
    'create table a (id uuid primary key); create unique index a_b on a (b); alter table a add check (b > 0)',
    'create index contact_country on contact (vendor_id, country_code)',
    'alter table contact add column b text',
    "alter table contact add column b text not null default 'x', add column c integer",
    'alter table contact drop constraint b_check; alter table contact add constraint b_check check (b in (1, 2, 3))',
    'alter table contact alter column b drop not null',
    "insert into plan (id) values ('a;b')",
    '-- drop table contact;\ncomment on table contact is $$drop$$',
  ])('nothing breaks by: %s', (text) => {
    expect(whatBreaksOldProcesses(text)).toEqual([])
  })

  test.each([
    'drop table contact',
    'alter table contact drop column b',
    'alter table contact rename column b to c',
    'alter table contact add column b text not null',
    'alter table contact add column a text, alter column b set not null',
    'alter table contact alter column b type integer',
    'alter table contact add constraint b_check check (b > 0)',
    'create unique index b on contact (b)',
    'update contact set b = 1',
    'delete from contact',
    'create trigger t before insert on contact for each row execute function f()',
  ])('something may break by: %s', (text) => {
    expect(whatBreaksOldProcesses(text)).toHaveLength(1)
  })

  const contract = (release: string, statement: string) => `-- contract: unused since ${release}\n${statement};`

  test.each([
    'alter table contact drop column b',
    'alter table contact drop column b, drop column c',
    'drop index contact_b',
    'drop function if exists move(uuid, boolean)',
    'drop trigger t on contact',
  ])('nothing breaks by dropping what a release has stopped using: %s', (statement) => {
    expect(whatBreaksOldProcesses(contract('0.2.0', statement), ['0.2.0'])).toEqual([])
    expect(whatBreaksOldProcesses(statement, ['0.2.0'])).toHaveLength(1)
  })

  test.each([
    ['no release has stopped using it yet', contract('0.3.0', 'drop index contact_b')],
    ['the contract is about another statement', `${contract('0.2.0', 'drop index contact_b')} drop index contact_c`],
    ['it does more than drop', contract('0.2.0', 'alter table contact drop column b, alter column c set not null')],
    ['it writes', contract('0.2.0', 'delete from contact')],
    ['tables stay', contract('0.2.0', 'drop table contact')],
  ])('something may break where %s', (_, text) => {
    expect(whatBreaksOldProcesses(text, ['0.2.0'])).toHaveLength(1)
  })
})
