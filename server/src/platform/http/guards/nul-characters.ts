import { AppError } from '../../errors.ts'
import type { App } from '../app.ts'
import { PATH_CHARS_MAX } from '../errors/problem.ts'

const MESSAGE = 'must not contain the NUL character'

/** PostgreSQL cannot store the NUL character in text, so a filter that contains one would fail in the database. */
export function refuseNulInQueries(app: App) {
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.url.includes('%00')) return done()
    const values = Object.entries(request.query as Record<string, string | string[]>)
    const paths = values.filter(([name, value]) => [name, value].flat().some(hasNul)).map(([name]) => name)
    done(paths.length > 0 ? refusal(paths) : undefined)
  })
}

/** Refuses a body of which any string or key contains the NUL character. `text` is its JSON. */
export function refuseNulInBody(text: string, body: unknown) {
  // As an unescaped character it is invalid JSON.
  if (!text.includes('\\u0000')) return
  const path = findNul(body)
  if (path !== undefined) throw refusal([path])
}

/** The path of the first string with a NUL. Not recursive, because a body may be nested very deeply. */
function findNul(body: unknown): string | undefined {
  const waiting = [{ path: '', value: body }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && hasNul(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, item] of Object.entries(value)) {
      const itemPath = (path === '' ? key : `${path}.${key}`).slice(0, PATH_CHARS_MAX)
      if (hasNul(key)) return itemPath
      waiting.push({ path: itemPath, value: item })
    }
  }
  return undefined
}

const hasNul = (text: string) => text.includes('\0')

function refusal(paths: readonly string[]) {
  const errors = paths.map((path) => ({ path: path.replaceAll('\0', '').slice(0, PATH_CHARS_MAX), message: MESSAGE }))
  return new AppError('VALIDATION_FAILED', { detail: `${errors[0]?.path || 'body'}: ${MESSAGE}`, errors })
}
