import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FieldError, Problem } from './problem.ts'

/** Bodies stay raw bytes until a handler parses them, because signatures cover the raw bytes. */
export function acceptRawJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw))
}

export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

export function readJson<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  return check(schema, parseJson(rawBody(request)), 'body')
}

export function readQuery<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  return check(schema, request.query, 'query')
}

export function check<S extends z.ZodType>(schema: S, value: unknown, part: 'body' | 'query' | 'form'): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors = uniqueErrors(parsed.error.issues.flatMap((issue) => describe(issue, part)))
  const detail = errors.map(({ path, message }) => `${path || `The ${part}`} ${message}.`).join(' ')
  throw new Problem(400, 'VALIDATION_FAILED', detail, errors)
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    const message = raw.length === 0 ? 'is missing; send a JSON object' : 'is not valid JSON'
    throw new Problem(400, 'VALIDATION_FAILED', `The body ${message}.`, [{ path: '', message }])
  }
}

function describe(issue: z.core.$ZodIssue, part: string): FieldError[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: printable(key), message: `is not a field of this ${part}` }))
  }
  if (issue.code === 'invalid_key')
    return [{ path: printable(path), message: issue.issues[0]?.message ?? issue.message }]
  if (path === '' && issue.code === 'invalid_type') return [{ path, message: 'must be a JSON object' }]
  return [{ path, message: issue.message }]
}

/** Keys come from the client, so they are truncated. */
function printable(key: string) {
  return key.length > 60 ? `${key.slice(0, 60)}…` : key
}

function uniqueErrors(errors: FieldError[]) {
  return [...new Map(errors.map((error) => [`${error.path} ${error.message}`, error])).values()]
}
