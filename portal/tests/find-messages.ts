import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import type { MessageArea } from '../src/format/languages/catalogues.ts'

/** Finds the messages in the sources of the portal, and texts that are not messages. Reads the syntax, runs nothing. */
const SOURCES = join(import.meta.dirname, '..', 'src')

interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

export interface SourceFile {
  /** Below `portal/src`. */
  path: string
  code: string
  program: Node
}

export interface Message {
  path: string
  text: string
  /** Evaluated when the module is loaded, not when something is drawn. */
  isEarly: boolean
}

export const readSources = (sources: readonly (readonly [path: string, code: string])[] = allSources()): SourceFile[] =>
  sources.map(([path, code]) => {
    const { program, errors } = parseSync(path, code)
    if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
    return { path, code, program: program as unknown as Node }
  })

const allSources = () =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => [path, readFileSync(join(SOURCES, path), 'utf8')] as const)

/** Which catalogue has the texts of a file. Those of several areas are in the one that is loaded first. */
export function areaOf(path: string): MessageArea {
  if (/^features\/admin\/|operator-shell/.test(path)) return 'operators'
  return /^features\/(?!auth\/|support\/)/.test(path) ? 'vendor' : 'shared'
}

export const AREAS: readonly MessageArea[] = ['shared', 'server', 'vendor', 'operators']

/** All messages by the catalogue they belong to. */
export function messagesByArea(files: readonly SourceFile[]): Record<MessageArea, Set<string>> {
  const found = {
    shared: new Set<string>(),
    server: new Set<string>(),
    vendor: new Set<string>(),
    operators: new Set<string>(),
  }
  const all = files.flatMap(messagesOf)
  for (const area of AREAS)
    for (const { path, text } of all)
      if (areaOf(path) === area && !AREAS.slice(0, AREAS.indexOf(area)).some((one) => found[one].has(text)))
        found[area].add(text)
  return found
}

const TRANSLATORS = new Set(['t', 'rich'])

export function messagesOf({ path, code, program }: SourceFile): Message[] {
  const found: Message[] = []
  visit(program, [], (node, parents) => {
    const { callee, arguments: args } = node as unknown as { callee: Node; arguments: Node[] }
    if (node.type !== 'CallExpression' || callee.type !== 'Identifier' || !TRANSLATORS.has(String(callee['name'])))
      return
    const text = literalOf(args[0])
    if (text === undefined)
      throw new Error(`${path}: the message is not a literal: ${code.slice(node.start, node.end)}`)
    found.push({ path, text, isEarly: !parents.some(({ type }) => /Function/.test(type)) })
  })
  return found
}

function literalOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const { quasis = [], expressions = [] } = (node ?? {}) as {
    quasis?: { value: { cooked: string } }[]
    expressions?: unknown[]
  }
  return node?.type === 'TemplateLiteral' && expressions.length === 0 ? quasis[0]?.value.cooked : undefined
}

/** The modules that a module loads before it runs, itself included. */
export function loadedWith(path: string, files: readonly SourceFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const found = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const file = byPath.get(next)
    if (!file || found.has(next)) continue
    found.add(next)
    for (const node of file.program['body'] as Node[]) {
      const isOnlyTypes = node['importKind'] === 'type' || node['exportKind'] === 'type'
      const source = literalOf(node['source'] as Node | undefined)
      if (source?.startsWith('.') && !isOnlyTypes) open.push(relative(SOURCES, join(SOURCES, dirname(next), source)))
    }
  }
  return found
}

/** Texts that people read and that no translation can replace. */
export function untranslatedIn({ path, code, program }: SourceFile): string[] {
  const found: string[] = []
  visit(program, [], (node, parents) => {
    const text = shownText(node, parents)
    if (text === undefined || isTranslated(node, parents)) return
    const line = code.slice(0, node.start).split('\n').length
    found.push(`${path}:${line} ${text.trim().replace(/\s+/g, ' ')}`)
  })
  return found
}

function shownText(node: Node, parents: readonly Node[]): string | undefined {
  const parent = parents.at(-1)
  if (node.type === 'JSXText') return WORD.test(String(node['value'])) ? String(node['value']) : undefined
  const text = templateText(node) ?? literalOf(node)
  if (text === undefined || !WORD.test(text)) return undefined
  if (parent?.type === 'JSXAttribute') return isShownAttribute(parent, text) ? text : undefined
  if (isLowerCaseWord(text) && (isValueOfMessage(parents) || isReturnedBesideMessage(parents))) return text
  return isSentence(text) && !isData(parent, node) ? text : undefined
}

const isLowerCaseWord = (text: string) => /^[a-z]{2,}$/.test(text)

/**
 * Single words in lower case are names for programs, except where they become a part of a text: beside a message in a
 * choice (`isOne ? t('…') : 'workbook'`), or in an object with messages beside a sibling that is one (`does: t('…')`).
 */
function isValueOfMessage(parents: readonly Node[]): boolean {
  const parent = parents.at(-1)
  if (parent?.type === 'ConditionalExpression') {
    const branches = [parent['consequent'], parent['alternate']] as Node[]
    return branches.some(isMessage)
  }
  if (parent?.type !== 'Property') return false
  const key = nameOf(parent['key'] as Node)
  const table = parents.at(-3)
  const rows =
    table?.type === 'ArrayExpression'
      ? (table['elements'] as Node[])
      : propertiesOf(parents.at(-4)).map(({ value }) => value as Node)
  return rows.some((row) =>
    propertiesOf(row).some((one) => nameOf(one['key'] as Node) === key && isMessage(one['value'] as Node)),
  )
}

/** One answer of a function that has messages or formatted amounts as others: `if (value === null) return 'none'`. */
function isReturnedBesideMessage(parents: readonly Node[]): boolean {
  if (parents.at(-1)?.type !== 'ReturnStatement') return false
  const owner = parents.findLast(({ type }) => /Function/.test(type))
  let isBeside = false
  if (owner)
    visit(owner, [], (node) => {
      const value = node.type === 'ReturnStatement' ? (node['argument'] as Node | null) : null
      isBeside ||= value !== null && callsFormat(value)
    })
  return isBeside
}

const callsFormat = (node: Node): boolean => {
  if (node.type === 'ConditionalExpression')
    return callsFormat(node['consequent'] as Node) || callsFormat(node['alternate'] as Node)
  return node.type === 'CallExpression' && /^(?:t|rich|format[A-Z]\w*)$/.test(nameOf(node['callee'] as Node))
}

const propertiesOf = (node: Node | undefined) =>
  node?.type === 'ObjectExpression' ? (node['properties'] as Node[]).filter(({ type }) => type === 'Property') : []

const isMessage = (node: Node): boolean =>
  node.type === 'CallExpression' && TRANSLATORS.has(nameOf(node['callee'] as Node))

const WORD = /[A-Za-z]{2}/
/** Two words or more, or one with a capital letter: neither a code nor a path, a selector, a style. */
const isSentence = (text: string) =>
  (/^[A-Z][a-z]+(?:[-'’][A-Za-z]+)*[.?!…:]?$/.test(text.trim()) || /[A-Za-z]{2}\S*\s+\S/.test(text.trim())) &&
  !CODE.test(text.trim())
const CODE =
  /^\.?\d[\d.]*(?:px|rem|em)?(?: |$)|^[/#@[(]|^\.(?! )|^https?:|var\(|min\(|:not\(|::|^Bearer |\\[dsw]|^[a-z]+(?:\[[^\]]+\])?(?:, [a-z]|(?: \+)? [a-z]+(?:,|$)(?=.*(?:input|tr|div)))/

const templateText = (node: Node) =>
  node.type === 'TemplateLiteral'
    ? (node as unknown as { quasis: { value: { cooked: string } }[] }).quasis
        .map(({ value }) => value.cooked)
        .join('{}')
    : undefined

/** Always read by people. Of the others, single words in lower case are names for programs. */
const TEXT_ATTRIBUTES =
  /^(title|about|action|aria-label|label|description|confirm|nothingFoundMessage|legend|caption|alt)$/
const SHOWN_ATTRIBUTES = /^(name|placeholder|add|empty|tab|note|all|dismiss|rest)$/

function isShownAttribute(attribute: Node, text: string): boolean {
  const name = String((attribute['name'] as Node)['name'])
  if (/^[A-Z]+$/.test(text)) return false
  return TEXT_ATTRIBUTES.test(name) || (SHOWN_ATTRIBUTES.test(name) && isSentence(text))
}

const DATA_CALLS =
  /(?:^|\.)(?:Error|replace|replaceAll|startsWith|endsWith|includes|split|indexOf|get|has|querySelector|querySelectorAll|closest|matches|test|set|append|getAttribute|matchMedia|addEventListener)$/

/** What programs compare, look up or throw. */
function isData(parent: Node | undefined, node: Node): boolean {
  if (!parent) return false
  if (/^(?:Import|Export|TS(?!AsExpression|NonNull|Satisfies))/.test(parent.type)) return true
  if (parent.type === 'BinaryExpression') return parent['operator'] !== '+'
  if (parent.type === 'Property' && parent['key'] === node) return true
  if (parent.type !== 'CallExpression' && parent.type !== 'NewExpression')
    return /^(?:SwitchCase|MemberExpression)$/.test(parent.type)
  return DATA_CALLS.test(nameOf(parent['callee'] as Node))
}

const nameOf = (node: Node): string =>
  node.type === 'MemberExpression' ? `.${nameOf(node['property'] as Node)}` : String(node['name'] ?? '')

const isTranslated = (node: Node, parents: readonly Node[]) => {
  const call = parents.at(-1)
  return (
    call?.type === 'CallExpression' &&
    TRANSLATORS.has(nameOf(call['callee'] as Node)) &&
    (call['arguments'] as Node[])[0] === node
  )
}

function visit(node: Node, parents: readonly Node[], see: (node: Node, parents: readonly Node[]) => void) {
  see(node, parents)
  const inside = [...parents, node]
  for (const child of Object.values(node).flat())
    if (child && typeof (child as Node).type === 'string') visit(child as Node, inside, see)
}
