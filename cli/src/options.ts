import type { ParseArgsConfig } from 'node:util'

export type OptionTable = NonNullable<ParseArgsConfig['options']>

const CONNECTION = { url: { type: 'string' }, token: { type: 'string' }, 'api-key': { type: 'string' } } as const
const OUTPUT = { json: { type: 'boolean' }, quiet: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
const COMMON = { ...CONNECTION, ...OUTPUT } as const
const TABLE = {
  map: { type: 'string', multiple: true },
  preset: { type: 'string' },
  sheet: { type: 'string' },
  'header-row': { type: 'string' },
} as const
const REVIEW = { confirm: { type: 'boolean' }, reports: { type: 'string' } } as const

/** The options and the argument of each command; `needs` names the options that it cannot do without. */
export const COMMANDS = {
  import: {
    argument: 'FILE',
    options: {
      ...COMMON,
      ...REVIEW,
      strategy: { type: 'string' },
      'confirm-full-replace': { type: 'boolean' },
      'default-country': { type: 'string' },
      label: { type: 'string', multiple: true },
      list: { type: 'string' },
      ...TABLE,
      'no-auto-map': { type: 'boolean' },
      'allow-duplicate': { type: 'boolean' },
    },
  },
  status: { argument: 'JOB', options: { ...COMMON, wait: { type: 'boolean' } } },
  map: { argument: 'JOB', options: { ...COMMON, ...REVIEW, ...TABLE } },
  confirm: { argument: 'JOB', options: { ...COMMON, plan: { type: 'string' } } },
  rows: {
    argument: 'JOB',
    options: {
      ...COMMON,
      status: { type: 'string' },
      'from-row': { type: 'string' },
      limit: { type: 'string' },
    },
  },
  repair: {
    argument: 'JOB',
    options: { ...COMMON, row: { type: 'string' }, set: { type: 'string', multiple: true } },
    needs: ['row', 'set'],
  },
  exclude: { argument: 'JOB', options: { ...COMMON, rows: { type: 'string', multiple: true } }, needs: ['rows'] },
  include: { argument: 'JOB', options: { ...COMMON, rows: { type: 'string', multiple: true } }, needs: ['rows'] },
  replace: {
    argument: 'JOB',
    options: {
      ...COMMON,
      column: { type: 'string' },
      find: { type: 'string' },
      with: { type: 'string' },
      'whole-cell': { type: 'boolean' },
    },
    needs: ['column', 'find', 'with'],
  },
  'undo-replace': {
    argument: 'JOB',
    options: { ...COMMON, replacement: { type: 'string' } },
    needs: ['replacement'],
  },
  'what-if': {
    argument: 'JOB',
    options: { ...COMMON, countries: { type: 'string' }, exact: { type: 'boolean' } },
    needs: ['countries'],
  },
  cancel: { argument: 'JOB', options: COMMON },
  undo: { argument: 'JOB', options: COMMON },
  reports: { argument: 'JOB', options: { ...COMMON, dir: { type: 'string' } } },
  presets: {
    argument: 'ACTION',
    options: {
      ...COMMON,
      name: { type: 'string' },
      map: { type: 'string', multiple: true },
      strategy: { type: 'string' },
      'default-country': { type: 'string' },
      label: { type: 'string', multiple: true },
    },
  },
  login: { argument: undefined, options: { ...OUTPUT, url: { type: 'string' }, email: { type: 'string' } } },
  logout: { argument: undefined, options: OUTPUT },
} as const satisfies Record<string, CommandShape>

interface CommandShape {
  argument: string | undefined
  options: OptionTable
  needs?: readonly string[]
}

export type CommandName = keyof typeof COMMANDS
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]
export const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word)
export const neededBy = (command: CommandName): readonly string[] => (COMMANDS[command] as CommandShape).needs ?? []
