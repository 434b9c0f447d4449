import type { Page } from 'playwright-core'
import { request } from '../../../../server/tests/support/processes/process.ts'
import type { Product } from './steps.ts'

const NAME = `${'Venkatanarasimharajuvaripeta '.repeat(4)}Rao`.slice(0, 122)
const WORDS: Readonly<Record<string, string>> = {
  name: NAME,
  companyName: NAME,
  legalName: NAME,
  templateName: 'v'.repeat(90),
  fileName: `${'v'.repeat(90)}.csv`,
  reason: NAME,
  description: NAME,
  email: `${'v'.repeat(60)}@${'w'.repeat(60)}.example.com`,
}
const MONEY = 999_999_999_999_99
const COUNT = 12_345_678
const COUNTS = /^(?:total|contacts|recipients|conversations\w*|\w+Rows|\w+Count)$/

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The example of a row, by the path of its list. */
export type Examples = readonly (readonly [path: RegExp, row: Json])[]

/** Every answer has the longest data there is, or lists without rows. Lists that are empty get a row of `examples`. */
export const withData = (page: Page, data: 'long' | 'no', examples: Examples) =>
  page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'DELETE' || !response.headers()['content-type']?.includes('application/json'))
      return route.fulfill({ response })
    const { pathname } = new URL(route.request().url())
    const json: Json = await response.json()
    const list = isObject(json) && Array.isArray(json['data']) && 'nextCursor' in json
    if (list && data === 'no')
      return route.fulfill({ response, json: { ...json, data: [], total: 0, nextCursor: null } })
    if (list && data === 'long') {
      const rows = json['data'] as Json[]
      const [, example] = examples.find(([path]) => path.test(pathname)) ?? []
      if (rows.length === 0 && example) rows.push(example)
      return route.fulfill({ response, json: { ...(lengthen(json) as object), total: 50_000, nextCursor: 'x' } })
    }
    return route.fulfill({ response, json: data === 'long' ? lengthen(json) : json })
  })

function lengthen(json: Json, name = ''): Json {
  if (Array.isArray(json)) return json.map((one) => lengthen(one))
  if (isObject(json)) return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, lengthen(value, key)]))
  if (typeof json === 'number') return /(?:MinorUnit|Paise)$/.test(name) ? MONEY : COUNTS.test(name) ? COUNT : json
  return typeof json === 'string' ? (WORDS[name] ?? json) : json
}

const isObject = (json: Json): json is { [name: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** A row for each list of the API's reference: the row that is documented, or one with a value for every field. */
export async function examplesOf({ url }: Product): Promise<Examples> {
  const { body } = await request(`${url}/docs/json`, 'GET')
  return Object.entries(body.paths as Record<string, Json>).flatMap(([path, verbs]) => {
    const answer = at(verbs, 'get', 'responses', '200', 'content', 'application/json', 'schema')
    const rows = at(resolve(body, answer), 'properties', 'data', 'items')
    return rows === undefined
      ? []
      : [[new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), sampleOf(body, rows)] as const]
  })
}

const SAMPLES: Readonly<Record<string, Json>> = { integer: 12, number: 12, boolean: true, null: null }
/** Texts of properties whose names end in this way. */
const TEXTS: readonly (readonly [end: RegExp, text: string])[] = [
  [/paymentId$/i, 'pay_NkX2mZ81qLw3Rt'],
  [/orderId$/i, 'order_NkX2mZ81qLw3Rt'],
  [/id$/i, '7d0e8a11-3f0c-4e6b-9a42-01a1dd375b1c'],
  [/currency$/i, 'INR'],
  [/country(?:Code)?$/i, 'IN'],
  [/mobile|phone/i, '+919876543210'],
  [/language|locale/i, 'en'],
  [/timezone$/i, 'Asia/Kolkata'],
  [/(?:^at|At|Date|Until|[sS]ince|From|^from|^to|Start|End|Deadline)$/, '2026-01-31T18:29:59.999Z'],
]

/** A value that the schema allows, with every property. */
function sampleOf(document: Json, given: Json, name = ''): Json {
  const schema = resolve(document, given) ?? null
  const [example, constant, values] = [at(schema, 'example'), at(schema, 'const'), at(schema, 'enum')]
  if (example !== undefined) return example
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return values[0] ?? null
  const either = at(schema, 'anyOf') ?? at(schema, 'oneOf')
  if (Array.isArray(either)) return sampleOf(document, either[0] ?? null, name)
  const items = at(schema, 'items')
  if (items !== undefined) return [sampleOf(document, items, name)]
  const properties = at(schema, 'properties')
  if (properties !== undefined && isObject(properties))
    return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, sampleOf(document, one, key)]))
  const type = at(schema, 'type')
  const kind = String(Array.isArray(type) ? type[0] : type)
  if (kind === 'object') return {}
  return SAMPLES[kind] ?? TEXTS.find(([end]) => end.test(name))?.[1] ?? 'A text of a few words'
}

function resolve(document: Json, schema: Json | undefined): Json | undefined {
  const reference = at(schema, '$ref')
  return typeof reference === 'string' ? at(document, ...reference.replace('#/', '').split('/')) : schema
}

const at = (json: Json | undefined, ...names: string[]): Json | undefined =>
  names.reduce<Json | undefined>((one, name) => (one !== undefined && isObject(one) ? one[name] : undefined), json)
