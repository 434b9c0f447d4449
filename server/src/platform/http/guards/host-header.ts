import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'
import type { App } from '../app.ts'

/**
 * Two Host headers are read differently by a proxy and by us, which is how requests are smuggled past its rules. HTTP/1.0
 * knows no Host header, and health checks of load balancers still use it.
 */
export function requireOneHost(app: App) {
  app.addHook('onRequest', (request, _reply, done) => {
    const problem = problemOf(request.raw)
    done(problem === undefined ? undefined : new AppError('VALIDATION_FAILED', { detail: `Host: ${problem}` }))
  })
}

function problemOf({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  if (count > 1) return 'must be sent once'
  if (count === 0) return httpVersion === '1.0' ? undefined : 'is required'
  return HOST.test(headers.host ?? '') ? undefined : 'must be a host name, with a port if needed'
}

const HOST = /^(\[[\da-f:.]+\]|[\w.-]*)(:\d*)?$/i
