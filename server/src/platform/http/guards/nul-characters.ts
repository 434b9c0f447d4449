import { AppError } from '../../errors.ts'
import type { App } from '../app.ts'

/** PostgreSQL cannot store the NUL character in text, so a filter that contains one would fail in the database. */
export function refuseNulInQueries(app: App) {
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.url.includes('%00')) return done()
    const values = Object.entries(request.query as Record<string, string | string[]>)
    const errors = values
      .filter(([name, value]) => [name, value].flat().some((text) => text.includes('\0')))
      .map(([name]) => ({ path: name.replaceAll('\0', ''), message: 'must not contain the NUL character' }))
    const [first] = errors
    done(first && new AppError('VALIDATION_FAILED', { detail: `${first.path}: ${first.message}`, errors }))
  })
}
