import { parseArgs } from 'node:util'
import { usage } from './failure.ts'
import { type Columns, readColumns } from './mapping.ts'
import { COMMAND_NAMES, COMMANDS, type CommandName, isCommand, neededBy, type OptionTable } from './options.ts'
import { type RowOptions, rowOptionsOf } from './row-options.ts'

const STRATEGIES = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE'] as const
type Strategy = (typeof STRATEGIES)[number]

export interface Options extends RowOptions {
  url: string | undefined
  token: string | undefined
  apiKey: string | undefined
  email: string | undefined
  strategy: Strategy | undefined
  confirmFullReplace: boolean
  defaultCountry: string | undefined
  labels: readonly string[]
  list: string | undefined
  columns: Columns | undefined
  /** The name or id of a saved mapping. */
  preset: string | undefined
  /** The name of a mapping to save or delete. */
  name: string | undefined
  /** The sheet of a workbook, and its header row; 0: none. */
  sheet: string | undefined
  headerRow: number | undefined
  autoMap: boolean
  allowDuplicate: boolean
  confirm: boolean
  wait: boolean
  /** The directory of reports: `--reports` of an import, `--dir` of the reports command. */
  reports: string | undefined
  /** The hash of the plan that was shown. */
  plan: string | undefined
  column: string | undefined
  find: string | undefined
  replacement: string | undefined
  /** The replacement to undo. */
  replacementId: string | undefined
  wholeCell: boolean
  countries: string | undefined
  exact: boolean
  json: boolean
  quiet: boolean
}

export interface CommandInvocation {
  kind: 'command'
  command: CommandName
  /** A file name or an import id. */
  subject: string
  options: Options
}

type Invocation = { kind: 'help'; topic: CommandName | undefined } | { kind: 'version' } | CommandInvocation

const LIST = new Intl.ListFormat('en')

/** Parses the command line. Usage errors have exit code 2. */
export function readArguments(argv: readonly string[]): Invocation {
  const [first = '--help', ...rest] = argv
  if (['--help', '-h', 'help'].includes(first)) return { kind: 'help', topic: topicOf(rest[0]) }
  if (['--version', '-v'].includes(first)) return { kind: 'version' }
  if (!isCommand(first))
    throw usage(`Unknown command ${first}. Commands: ${COMMAND_NAMES.join(', ')}. See harkara --help.`)
  const { values, positionals } = parse(first, rest)
  if (values['help']) return { kind: 'help', topic: first }
  const missing = neededBy(first).filter((option) => values[option] === undefined)
  if (missing.length > 0)
    throw usage(
      `harkara ${first} needs ${LIST.format(missing.map((option) => `--${option}`))}. See harkara ${first} --help.`,
    )
  return { kind: 'command', command: first, subject: subjectOf(first, positionals), options: optionsOf(values) }
}

const topicOf = (word: string | undefined) => (word !== undefined && isCommand(word) ? word : undefined)

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function parse(command: CommandName, args: string[]): { values: Values; positionals: string[] } {
  const options: OptionTable = COMMANDS[command].options
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const [sentence] = (error as Error).message.split('. To specify a positional')
    throw usage(`${sentence?.replace(/\.?$/, '.')} See harkara ${command} --help.`)
  }
}

function subjectOf(command: CommandName, positionals: string[]): string {
  const { argument } = COMMANDS[command]
  const wanted = argument === undefined ? 0 : 1
  if (positionals.length === wanted && positionals[0] !== '') return positionals[0] ?? ''
  const takes = argument === undefined ? 'takes no argument' : `takes one ${argument}`
  throw usage(`harkara ${command} ${takes}; ${positionals.length} were given. See harkara ${command} --help.`)
}

function optionsOf(values: Values): Options {
  const text = (name: string) => values[name] as string | undefined
  const texts = (name: string) => (values[name] ?? []) as string[]
  const isSet = (name: string) => values[name] === true
  if (text('token') !== undefined && text('api-key') !== undefined)
    throw usage('Use either --token or --api-key, not both.')
  if (values['map'] !== undefined && text('preset') !== undefined)
    throw usage('Use either --map or --preset, not both.')
  return {
    url: text('url'),
    token: text('token'),
    apiKey: text('api-key'),
    email: text('email'),
    strategy: strategyOf(text('strategy')),
    confirmFullReplace: isSet('confirm-full-replace'),
    defaultCountry: text('default-country'),
    labels: texts('label'),
    list: text('list'),
    columns: values['map'] === undefined ? undefined : readColumns(texts('map')),
    preset: text('preset'),
    name: text('name'),
    sheet: text('sheet'),
    headerRow: rowOf(text('header-row')),
    autoMap: !isSet('no-auto-map'),
    allowDuplicate: isSet('allow-duplicate'),
    confirm: isSet('confirm'),
    wait: isSet('wait'),
    reports: text('reports') ?? text('dir'),
    ...rowOptionsOf(text, texts),
    plan: planOf(text('plan')),
    column: text('column'),
    find: text('find'),
    replacement: text('with'),
    replacementId: text('replacement'),
    wholeCell: isSet('whole-cell'),
    countries: text('countries'),
    exact: isSet('exact'),
    json: isSet('json'),
    quiet: isSet('quiet'),
  }
}

function planOf(word: string | undefined): string | undefined {
  if (word !== undefined && !/^[0-9a-f]{64}$/.test(word))
    throw usage('--plan takes the 64 characters that the preview or the status of the import shows.')
  return word
}

function rowOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  if (!/^\d{1,7}$/.test(word)) throw usage('--header-row takes the number of a row, or 0 if there is no header.')
  return Number(word)
}

/** Accepts `merge-labels` as well as `MERGE_LABELS`. */
function strategyOf(word: string | undefined): Strategy | undefined {
  if (word === undefined) return undefined
  const name = word.toUpperCase().replaceAll('-', '_')
  const strategy = STRATEGIES.find((known) => known === name)
  if (!strategy) throw usage(`Unknown strategy ${word}. Strategies: ${STRATEGIES.join(', ')}.`)
  return strategy
}
