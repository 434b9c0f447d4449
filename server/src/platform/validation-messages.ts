import type { z } from 'zod'

/** The message for a field that the request does not have. */
export const UNKNOWN_FIELD = 'is not a field of this request'

/**
 * The message for a refused value whose schema has no message of its own. It follows the name of the field ("amount
 * must be a whole number") and never contains the value, which may be personal data.
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  const describe = SENTENCES[issue.code] as ((issue: z.core.$ZodRawIssue) => string) | undefined
  return describe?.(issue) ?? NOT_VALID
}

const NOT_VALID = 'is not valid'
const MISSING = 'is missing'

type Raw<Code extends z.core.$ZodIssueCode> = z.core.$ZodRawIssue<Extract<z.core.$ZodIssue, { code: Code }>>

const SENTENCES: { [Code in z.core.$ZodIssueCode]: (issue: Raw<Code>) => string } = {
  invalid_type: ({ expected, input }) => (input === undefined ? MISSING : (TYPES[expected] ?? NOT_VALID)),
  invalid_value: ({ values, input }) => (input === undefined ? MISSING : oneOf(values)),
  invalid_format: (issue) => FORMATS[issue.format]?.(issue) ?? UNEXPECTED_FORM,
  too_small: (issue) => least(issue),
  too_big: (issue) => most(issue),
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: () => 'has an unknown field',
  invalid_union: (issue) => anyForm(issue),
  invalid_key: ({ issues }) => `has an invalid key: it ${sentenceOf(issues)}`,
  invalid_element: ({ issues }) => `has an invalid entry: it ${sentenceOf(issues)}`,
  custom: () => NOT_VALID,
}

const sentenceOf = (issues: readonly z.core.$ZodIssue[]) => issues[0]?.message ?? NOT_VALID

const TYPES: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  bigint: 'must be a whole number',
  boolean: 'must be true or false',
  null: 'must be null',
  undefined: 'must be left out',
  void: 'must be left out',
  never: 'must be left out',
  nonoptional: MISSING,
  date: 'must be a date',
  array: 'must be a list',
  tuple: 'must be a list',
  set: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  map: 'must be an object',
  file: 'must be a file',
}

/** Longer lists of allowed values are not useful in a message; the documentation has them. */
const VALUES_NAMED_MAX = 40

function oneOf(values: readonly unknown[]) {
  if (values.length > VALUES_NAMED_MAX) return 'is not one of the allowed values'
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.map(String).join(', ')}`
}

const UNEXPECTED_FORM = 'does not have the expected format'
const ID = 'must be an id as returned by the API'

type Format = (issue: Raw<'invalid_format'>) => string
const FORMATS: Record<string, Format | undefined> = {
  email: () => 'must be an email address',
  url: () => 'must be a URL such as https://example.com',
  emoji: () => 'must be an emoji',
  uuid: () => ID,
  guid: () => ID,
  nanoid: () => ID,
  cuid: () => ID,
  cuid2: () => ID,
  ulid: () => ID,
  xid: () => ID,
  ksuid: () => ID,
  datetime: () => 'must be a time such as 2026-10-01T00:00:00Z',
  date: () => 'must be a day such as 2026-10-01',
  time: () => 'must be a time of day such as 09:30:00',
  duration: () => 'must be a duration such as P1D',
  ipv4: () => 'must be an IPv4 address',
  ipv6: () => 'must be an IPv6 address',
  cidrv4: () => 'must be a range of IPv4 addresses',
  cidrv6: () => 'must be a range of IPv6 addresses',
  base64: () => 'must be base64',
  base64url: () => 'must be base64url',
  json_string: () => 'must be JSON',
  e164: () => 'must be a phone number such as +919876543210',
  credit_card: () => 'must be a card number',
  iban: () => 'must be an IBAN',
  jwt: () => 'must be a token',
  lowercase: () => 'must be in lower case',
  uppercase: () => 'must be in upper case',
  regex: () => UNEXPECTED_FORM,
  starts_with: ({ prefix }) => `must start with ${prefix}`,
  ends_with: ({ suffix }) => `must end with ${suffix}`,
  includes: ({ includes }) => `must contain ${includes}`,
} satisfies Record<z.core.$ZodStringFormats, Format>

type Origin = string
const UNITS: Record<Origin, [one: string, many: string] | undefined> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

function least({ origin, minimum, exact, inclusive }: Raw<'too_small'>) {
  const unit = UNITS[origin]
  if (unit && exact) return `must have exactly ${counted(minimum, unit)}`
  if (unit) return minimum === 1 ? 'must not be empty' : `must have at least ${counted(minimum, unit)}`
  if (origin === 'date') return `must not be before ${instant(minimum)}`
  return `must be ${inclusive ? 'at least' : 'more than'} ${figure(minimum)}`
}

function most({ origin, maximum, exact, inclusive }: Raw<'too_big'>) {
  const unit = UNITS[origin]
  if (unit) return `must have ${exact ? 'exactly' : 'at most'} ${counted(maximum, unit)}`
  if (origin === 'date') return `must not be after ${instant(maximum)}`
  return `must be ${inclusive ? 'at most' : 'less than'} ${figure(maximum)}`
}

const figure = (n: number | bigint) => n.toLocaleString('en-GB', { maximumFractionDigits: 10 })
const instant = (ms: number | bigint) => new Date(Number(ms)).toISOString()
const counted = (n: number | bigint, [one, many]: [string, string]) => `${figure(n)} ${Number(n) === 1 ? one : many}`

/**
 * Several forms were allowed. If a field distinguishes them, its values are listed; otherwise the problem of each form.
 */
function anyForm(issue: Raw<'invalid_union'>) {
  const { discriminator, input } = issue
  if (issue.inclusive === false) return 'matches more than one of the allowed formats'
  if (input === undefined) return MISSING
  if (discriminator !== undefined && issue.options)
    return (input as Record<string, unknown>)[discriminator] === undefined ? MISSING : oneOf(issue.options)
  const own = issue.errors.map((issues) => issues.find(({ path }) => path.length === 0)?.message)
  const sentences = [...new Set(own)]
  return sentences.length > 0 && sentences.every((sentence) => sentence !== undefined)
    ? sentences.join(' or ')
    : 'has none of the allowed formats'
}
