import type { RouteOptions } from 'fastify'
import { type ApiResource, type ApiScope, scopeFor } from '../../../domain/accounts/api-scopes.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../principal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that API keys can use: with the method, the scope that a key needs. */
    resource?: ApiResource
    /** A POST that changes nothing, because what it asks for must not stand in a URL. */
    onlyReads?: boolean
  }
}

type RouteScope = Pick<RouteOptions, 'method' | 'url' | 'config'>

/** The scope of a route, or undefined for one without a resource. */
export function scopeOf({ method, url, config }: RouteScope): ApiScope | undefined {
  const resource = config?.resource
  if (!resource) return undefined
  const isRead = config.onlyReads === true || [method].flat().every((name) => name === 'GET' || name === 'HEAD')
  const scope = scopeFor(resource, isRead)
  if (!scope) throw new Error(`Route ${method} ${url} needs a scope that does not exist.`)
  return scope
}

/** A key without a list of scopes may do whatever a member may. */
export function hasScope(principal: Principal, scope: ApiScope | undefined): boolean {
  const scopes = principal.kind === 'vendor' ? principal.apiKey?.scopes : undefined
  return !scopes || (scope !== undefined && scopes.includes(scope))
}

export function assertScope(principal: Principal, scope: ApiScope | undefined) {
  if (hasScope(principal, scope)) return
  throw new AppError('SCOPE_MISSING', {
    detail: `This API key does not have the scope ${scope}. Create a key that has it.`,
    members: { scope: scope ?? null },
  })
}
