import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Import, importsOf } from './imports.ts'
import { codeOf, withoutComments } from './mask.ts'

/** A path from the root of the repository, with slashes, and the text of the file there. */
export type Texts = Readonly<Record<string, string>>

export interface SourceFile {
  path: string
  text: string
  /** Without comments and without the insides of strings. */
  code: string
  /** Without comments. */
  plain: string
  imports: readonly Import[]
  isTest: boolean
}

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const FOLDERS = ['server', 'sandbox', 'cli', 'portal', 'scripts', 'bench', 'docs']
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
const CODE = /\.(ts|tsx|mts|cts|js|mjs|cjs)$/
const READ = /\.(ts|tsx|mts|cts|js|mjs|cjs|sql|css|html|md)$/
/** Says what of the server the portal may see. */
export const SERVER_PACKAGE = 'server/package.json'
/** Say which packages each workspace uses. */
const PACKAGES = ['package.json', SERVER_PACKAGE, 'sandbox/package.json', 'cli/package.json', 'portal/package.json']
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.data'])

/** The repository as it is on disk. */
export function readTexts(): Texts {
  const paths = FOLDERS.filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap(filesUnder)
    .concat(PACKAGES, PAGES)
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

export function parse(texts: Texts): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => {
    if (!CODE.test(path)) return { path, text, code: '', plain: '', imports: [], isTest: false }
    const code = codeOf(text)
    return {
      path,
      text,
      code,
      plain: withoutComments(text),
      imports: importsOf(path, text, code),
      isTest: isTest(path),
    }
  })
}

/** What runs in production: the server's and the sandbox's sources without the tests among them. */
export const isProduct = (file: SourceFile) => /^(server|sandbox)\/src\//.test(file.path) && !file.isTest

/** Is it a test, or made for tests? */
export const isTest = (path: string) => /\.test\.tsx?$|^\w+\/tests\//.test(path)

/** `file:line`, as editors and terminals link it. */
export const placeAt = (file: SourceFile, index: number) =>
  `${file.path}:${file.text.slice(0, index).split('\n').length}`

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesUnder(path)
      return READ.test(entry.name) ? [path] : []
    })
}
