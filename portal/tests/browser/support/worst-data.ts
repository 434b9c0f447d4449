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

/** Every answer has the longest data there is, or lists without rows. Lists that are empty get the row of the API's reference. */
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

export async function examplesOf({ url }: Product): Promise<Examples> {
  const { body } = await request(`${url}/docs/json`, 'GET')
  return Object.entries(body.paths as Record<string, Json>).flatMap(([path, verbs]) => {
    const item = at(
      verbs,
      'get',
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
      'properties',
      'data',
      'items',
    )
    const named = at(item, '$ref')
    const schema = typeof named === 'string' ? at(body, ...named.replace('#/', '').split('/')) : item
    const example = at(schema, 'example')
    return example === undefined ? [] : [[new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), example] as const]
  })
}

const at = (json: Json | undefined, ...names: string[]): Json | undefined =>
  names.reduce<Json | undefined>((one, name) => (one !== undefined && isObject(one) ? one[name] : undefined), json)
