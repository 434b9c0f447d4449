import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { validationMessage } from './validation-messages.ts'

const A_UUID = '0199b2f0-5f3c-7c40-8a4e-0a6a3f1f7a10'
const CANARY = 'canary-c4f1e'

const messagesOf = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value, { error: validationMessage })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [...path, message].join(' '))
}

type Case = [schema: z.ZodType, value: unknown, sentence: string]

/** By zod's issue code. A code that a later zod adds does not compile until it is listed here. */
const KINDS: Record<z.core.$ZodIssueCode, Case[]> = {
  invalid_type: [
    [z.string(), undefined, 'is missing'],
    [z.object({ name: z.string() }), {}, 'name is missing'],
    [z.string().optional().nonoptional(), undefined, 'is missing'],
    [z.string(), 1, 'must be text'],
    [z.string(), null, 'must be text'],
    [z.number(), CANARY, 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.int(), CANARY, 'must be a number'],
    [z.bigint(), CANARY, 'must be a whole number'],
    [z.boolean(), CANARY, 'must be true or false'],
    [z.null(), CANARY, 'must be null'],
    [z.undefined(), CANARY, 'must be left out'],
    [z.never(), CANARY, 'must be left out'],
    [z.date(), CANARY, 'must be a date'],
    [z.array(z.int()), CANARY, 'must be a list'],
    [z.tuple([z.int()]), CANARY, 'must be a list'],
    [z.set(z.int()), CANARY, 'must be a list'],
    [z.object({}), [CANARY], 'must be an object'],
    [z.record(z.string(), z.int()), CANARY, 'must be an object'],
    [z.map(z.string(), z.int()), CANARY, 'must be an object'],
    [z.file(), CANARY, 'must be a file'],
    [z.symbol(), CANARY, 'is not valid'],
  ],
  invalid_value: [
    [z.enum(['SMB', 'ENTERPRISE']), CANARY, 'must be one of SMB, ENTERPRISE'],
    [z.enum(['SMB', 'ENTERPRISE']), undefined, 'is missing'],
    [z.literal('WALLET_EXIT'), CANARY, 'must be WALLET_EXIT'],
    [z.literal([1, null, true]), CANARY, 'must be one of 1, null, true'],
    [z.literal(Array.from({ length: 41 }, (_, n) => n)), CANARY, 'is not one of the allowed values'],
  ],
  too_small: [
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(8), CANARY.slice(0, 3), 'must have at least 8 characters'],
    [z.string().length(6), CANARY.slice(0, 3), 'must have exactly 6 characters'],
    [z.array(z.int()).min(1), [], 'must not be empty'],
    [z.array(z.int()).length(1), [], 'must have exactly 1 item'],
    [z.set(z.int()).min(2), new Set([1]), 'must have at least 2 items'],
    [z.map(z.string(), z.int()).min(2), new Map(), 'must have at least 2 entries'],
    [z.file().min(2), new File(['a'], CANARY), 'must have at least 2 bytes'],
    [z.int().min(0), -7, 'must be at least 0'],
    [z.number().gt(0.5), 0.25, 'must be more than 0.5'],
    [z.bigint().min(5n), 4n, 'must be at least 5'],
    [z.date().min(new Date(0)), new Date(-1), 'must not be before 1970-01-01T00:00:00.000Z'],
  ],
  too_big: [
    [z.string().max(120), CANARY.repeat(20), 'must have at most 120 characters'],
    [z.string().max(1), CANARY, 'must have at most 1 character'],
    [z.string().length(6), CANARY, 'must have exactly 6 characters'],
    [z.array(z.int()).max(1000), Array(1001).fill(1), 'must have at most 1,000 items'],
    [z.set(z.int()).max(1), new Set([1, 2]), 'must have at most 1 item'],
    [z.file().max(1), new File(['ab'], CANARY), 'must have at most 1 byte'],
    [z.int().max(1_000_000), 1_000_001, 'must be at most 1,000,000'],
    [z.int(), 2 ** 60, 'must be at most 9,007,199,254,740,991'],
    [z.number().lt(1), 1, 'must be less than 1'],
    [z.date().max(new Date(0)), new Date(1), 'must not be after 1970-01-01T00:00:00.000Z'],
  ],
  invalid_format: [], // tested below, by format
  not_multiple_of: [[z.int().multipleOf(100), 150, 'must be a multiple of 100']],
  unrecognized_keys: [[z.strictObject({}), { [CANARY]: 1 }, 'has an unknown field']],
  invalid_union: [
    [z.union([z.string(), z.array(z.string())]), 1, 'must be text or must be a list'],
    [z.union([z.string(), z.int()]), undefined, 'is missing'],
    [z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]), { a: CANARY }, 'has none of the allowed formats'],
    [
      z.discriminatedUnion('type', [typed('BODY'), typed('FOOTER')]),
      { type: CANARY },
      'type must be one of BODY, FOOTER',
    ],
    [z.discriminatedUnion('type', [typed('BODY'), typed('FOOTER')]), {}, 'type is missing'],
    [z.discriminatedUnion('type', [typed('BODY'), typed('FOOTER')]), CANARY, 'must be an object'],
    [z.xor([z.string(), z.string().min(1)]), CANARY, 'matches more than one of the allowed formats'],
  ],
  invalid_key: [
    [z.record(z.string().max(3), z.int()), { abcd: 1 }, 'abcd has an invalid key: it must have at most 3 characters'],
  ],
  invalid_element: [
    [z.map(z.object({}), z.int()), new Map([[{}, CANARY]]), 'has an invalid entry: it must be a number'],
  ],
  custom: [
    [z.string().refine(() => false), CANARY, 'is not valid'],
    [z.string().refine(() => false, 'is not a country code'), CANARY, 'is not a country code'],
  ],
}

const ANY_ID = 'must be an id as returned by the API'
const FORMATS: Record<z.core.$ZodStringFormats, [schema: z.ZodType, sentence: string]> = {
  email: [z.email(), 'must be an email address'],
  url: [z.url(), 'must be a URL such as https://example.com'],
  emoji: [z.emoji(), 'must be an emoji'],
  uuid: [z.uuid(), ANY_ID],
  guid: [z.guid(), ANY_ID],
  nanoid: [z.nanoid(), ANY_ID],
  cuid: [z.string().regex(/^$/, { error: sentenceOfFormat('cuid') }), ANY_ID],
  cuid2: [z.cuid2(), ANY_ID],
  ulid: [z.ulid(), ANY_ID],
  xid: [z.xid(), ANY_ID],
  ksuid: [z.ksuid(), ANY_ID],
  datetime: [z.iso.datetime(), 'must be a time such as 2026-10-01T00:00:00Z'],
  date: [z.iso.date(), 'must be a day such as 2026-10-01'],
  time: [z.iso.time(), 'must be a time of day such as 09:30:00'],
  duration: [z.iso.duration(), 'must be a duration such as P1D'],
  ipv4: [z.ipv4(), 'must be an IPv4 address'],
  ipv6: [z.ipv6(), 'must be an IPv6 address'],
  cidrv4: [z.cidrv4(), 'must be a range of IPv4 addresses'],
  cidrv6: [z.cidrv6(), 'must be a range of IPv6 addresses'],
  base64: [z.base64(), 'must be base64'],
  base64url: [z.base64url(), 'must be base64url'],
  json_string: [z.string().regex(/^$/, { error: sentenceOfFormat('json_string') }), 'must be JSON'],
  e164: [z.e164(), 'must be a phone number such as +919876543210'],
  credit_card: [z.string().regex(/^$/, { error: sentenceOfFormat('credit_card') }), 'must be a card number'],
  iban: [z.string().regex(/^$/, { error: sentenceOfFormat('iban') }), 'must be an IBAN'],
  lowercase: [z.string().lowercase(), 'must be in lower case'],
  uppercase: [z.string().uppercase(), 'must be in upper case'],
  regex: [z.string().regex(/^\d$/), 'does not have the expected format'],
  jwt: [z.jwt(), 'must be a token'],
  starts_with: [z.string().startsWith('https://'), 'must start with https://'],
  ends_with: [z.string().endsWith('.pdf'), 'must end with .pdf'],
  includes: [z.string().includes('@'), 'must contain @'],
}

describe('what a person reads about a value that was refused', () => {
  for (const [kind, cases] of Object.entries(KINDS))
    test(`${kind} has a sentence, which does not hold the value`, () => {
      for (const [schema, value, sentence] of cases) expect(messagesOf(schema, value), sentence).toEqual([sentence])
    })

  test('every format of a text has a sentence, which does not hold the text', () => {
    for (const [format, [schema, sentence]] of Object.entries(FORMATS))
      expect(messagesOf(schema, `${CANARY} Ω A `), format).toEqual([sentence])
  })

  test('the words of a schema go before', () => {
    expect(messagesOf(z.email({ error: 'must be your own address' }), CANARY)).toEqual(['must be your own address'])
    expect(messagesOf(z.uuid(), A_UUID)).toEqual([])
  })

  test('a kind that is not known yet is said to be not valid', () => {
    expect(validationMessage({ code: 'brand_new', input: CANARY } as never)).toBe('is not valid')
    expect(validationMessage({ code: 'invalid_format', format: 'brand_new', input: CANARY })).toBe(
      'does not have the expected format',
    )
  })
})

function typed(type: string) {
  return z.object({ type: z.literal(type) })
}

/** For formats whose own check is deprecated or differs between versions. */
function sentenceOfFormat(format: z.core.$ZodStringFormats) {
  return () => validationMessage({ code: 'invalid_format', format, input: CANARY })
}
