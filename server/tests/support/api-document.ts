import type { TestProduct } from './product.ts'

/** The part of JSON Schema that our document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  example?: unknown
  minimum?: number
}

export interface Operation {
  method: string
  /** Below the prefix, with `{id}` as a placeholder. */
  path: string
  summary: string
  tags: string[]
  isPublic: boolean
  /** What an API key must be allowed to do; empty when no key can use it. */
  scopes: string[]
  parameters: { name: string; in: string; required?: boolean; schema?: Schema }[]
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
  /** The schema of the body, with its reference resolved. */
  body: Schema | undefined
  /** It takes a form with a file instead of JSON. */
  isUpload: boolean
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The published document, and each of its operations. */
export async function readApiDocument(product: TestProduct, prefix = '/api/v1') {
  const { body: document } = await product.get('/!/docs/json')
  const follow = (schema: Schema | undefined): Schema | undefined => {
    if (schema?.$ref) return document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    return schema?.anyOf ? { ...schema, anyOf: schema.anyOf.map((one) => follow(one) ?? one) } : schema
  }
  const operations: Operation[] = []
  for (const [path, item] of Object.entries<Record<string, never>>(document.paths))
    for (const method of METHODS.filter((name) => name in item)) {
      // biome-ignore lint/suspicious/noExplicitAny: read once, here
      const operation = item[method] as any
      operations.push({
        method: method.toUpperCase(),
        path: path.slice(prefix.length),
        summary: operation.summary,
        tags: operation.tags,
        isPublic: operation.security?.length === 0,
        scopes: operation.security?.[0]?.bearer ?? [],
        parameters: operation.parameters ?? [],
        responses: operation.responses,
        body: follow(operation.requestBody?.content['application/json']?.schema),
        isUpload: isUpload(operation.requestBody?.content),
      })
    }
  return { document, operations }
}

const isUpload = (content: object = {}) => 'multipart/form-data' in content && !('application/json' in content)

/** The fields of a body, from the alternative that has fields. */
export const fieldsOf = (body: Schema): Record<string, Schema> =>
  body.properties ?? body.anyOf?.find(({ properties }) => properties)?.properties ?? {}

/** A value that the schema allows, or one that resembles it. */
function sample(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {})
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, sample(field)]))
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'array') return []
  return schema.type === 'boolean' ? true : 'text'
}

/** The path with an id. A row of an import is always the second. */
export const withId = (path: string, id: string) =>
  path
    .replace('{rowIndex}', '2')
    .replace('{replacementId}', NOBODY)
    .replace(/\{\w+\}/, id)
const NOBODY = '01900000-0000-7000-8000-000000000000'

/** The example of the document, or else a body with every field. */
export const sampleBody = (body: Schema): object =>
  (body.example as object | undefined) ??
  Object.fromEntries(Object.entries(fieldsOf(body)).map(([name, field]) => [name, sample(field)]))
