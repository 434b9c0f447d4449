import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../src/platform/config/config.ts'
import { ERRORS } from '../src/platform/errors.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return markdownIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
const TOP_LEVEL = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'cli/README.md', 'bench/README.md']
const PAGES = [...TOP_LEVEL, ...markdownIn('docs')]

/** Code blocks and code spans hold no links. */
const proseOf = (page: string) => page.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')

/** As GitHub makes anchors of headings. */
const anchorsOf = (page: string) =>
  [...page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

test.each(PAGES)('every relative link of %s leads somewhere', (path) => {
  const broken = [...proseOf(read(path)).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    .map(([, file = '', anchor]) => ({ target: file === '' ? path : normalize(join(dirname(path), file)), anchor }))
    .filter(({ target, anchor }) => {
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor)
    })
  expect(broken).toEqual([])
})

test('every source file that a page names exists', () => {
  const files = ['server', 'sandbox', 'cli', 'portal', 'scripts', 'bench', 'mutation', 'corpus'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !/node_modules|dist/.test(path))
      .map((path) => `/${folder}/${path}`),
  )
  const named = PAGES.flatMap((path) =>
    [...read(path).matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)].map(([, name = '']) => `${path}: ${name}`),
  )
  expect(named.length).toBeGreaterThan(100)
  const isMissing = (mention: string) => !files.some((file) => file.endsWith(`/${mention.split(': ')[1]}`))
  expect([...new Set(named)].filter(isMissing)).toEqual([])
})

describe('docs/security.md', () => {
  const page = read('docs/security.md')

  test('every test that it names stands where it says: below server/src, or at the whole path', () => {
    const paths = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.tsx?|server\/tests\/[\w/-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(new Set(paths).size).toBeGreaterThan(60)
    const isMissing = (path: string) => !existsSync(join(ROOT, 'server/src', path)) && !existsSync(join(ROOT, path))
    expect([...new Set(paths)].filter(isMissing)).toEqual([])
  })

  test('what is missing in each section that is met in part is listed at its top', () => {
    const [, missing = ''] = /^## What is missing$([\s\S]*?)^## /m.exec(page) ?? []
    const listed = [...missing.matchAll(/\d+\.\d+(?=\.\d+)/g)].map(([section]) => section)
    const partly = [...page.matchAll(/^\| ([\d., ]+) [^|]*\| part \|/gm)].flatMap(([, sections = '']) =>
      sections.trim().split(', '),
    )
    expect(partly.length).toBeGreaterThan(4)
    expect(partly.filter((section) => !listed.includes(section))).toEqual([])
  })
})

test('every npm command that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = PAGES.flatMap((path) => [...read(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name))
  expect(new Set(named).size).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

describe('settings', () => {
  /** For tests alone. */
  const HIDDEN = ['CRASH_AT']
  const schema =
    /const Environment = z\.object\(\{([\s\S]*?)^\}\)/m.exec(read('server/src/platform/config/config.ts'))?.[1] ?? ''
  const names = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !HIDDEN.includes(name))
  const example = new Map(
    [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^"(.*)"$/, '$1'),
    ]),
  )

  test('.env.example names every setting and no other', () => {
    expect(names.length).toBeGreaterThan(50)
    expect([...example.keys()].sort()).toEqual([...names].sort())
  })

  test.each([...example].filter(([, value]) => value !== ''))(
    '%s has the default that .env.example states',
    (name, value) => {
      expect(readSettings({ [name]: value })).toEqual(readSettings({}))
    },
  )

  test('docs/operations.md explains every setting', () => {
    const page = read('docs/operations.md')
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

test('docs/api.md lists every error code', () => {
  const page = read('docs/api.md')
  expect(Object.keys(ERRORS).filter((code) => !page.includes(`\`${code}\``))).toEqual([])
})

test('docs/operations.md lists every metric', () => {
  const page = read('docs/operations.md')
  const sources = ['server/src/platform/metrics.ts', 'server/src/platform/http/route-metrics.ts'].map(read).join('')
  const metrics = [...sources.matchAll(/'(harkara_\w+)'/g)].map(([, name = '']) => name)
  expect(metrics.length).toBeGreaterThan(5)
  expect(metrics.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('docs/operations.md lists every event that is logged by its name', () => {
  const sources = readdirSync(join(ROOT, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => read(join('server/src', path)))
    .join('')
  const events = [...sources.matchAll(/\.(?:info|warn|error|fatal)\(\{\s*event: '([\w.]+)'/g)].map(
    ([, name = '']) => name,
  )
  const page = read('docs/operations.md')
  expect(events.length).toBeGreaterThan(40)
  expect([...new Set(events)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('docs/operations.md quotes the messages of a start as the product prints them', () => {
  const sources = ['server/src', 'sandbox/src', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith('.test.ts'))
    .map(read)
    .join('')
  const [, table = ''] = /^\| message \| what to do \|\n([\s\S]*?)\n\n/m.exec(read('docs/operations.md')) ?? []
  const quoted = table.split('\n').flatMap((row) => row.split(' | ')[0]?.match(/`[^`]+`/g) ?? [])
  expect(quoted.length).toBeGreaterThan(15)
  const parts = quoted.flatMap((message) => message.slice(1, -1).split('…'))
  expect(parts.filter((part) => !sources.includes(part.replace(/[()]/g, '').trim()))).toEqual([])
})

test('every event that docs/incidents.md names is in docs/operations.md', () => {
  const events = [...read('docs/incidents.md').matchAll(/`([a-z_]+\.[a-z_.]+)`/g)].map(([, name = '']) => name)
  const known = read('docs/operations.md')
  expect(events.length).toBeGreaterThan(5)
  expect(
    events.filter((name) => !/\.(md|sql|json|log|ya?ml|sh)$/.test(name) && !known.includes(`\`${name}\``)),
  ).toEqual([])
})

test('docs/architecture.md lists every table', () => {
  const migrations = readdirSync(join(ROOT, 'server/migrations')).map((name) => read(`server/migrations/${name}`))
  const tables = migrations.flatMap((text) =>
    [...text.matchAll(/^create (?:unlogged )?table (\w+)/gim)].map(([, name = '']) => name),
  )
  const page = read('docs/architecture.md')
  expect(tables.length).toBeGreaterThan(50)
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
