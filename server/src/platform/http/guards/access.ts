import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope } from '../../../domain/accounts/api-scopes.ts'
import type { OperatorRole } from '../../../domain/accounts/operator-role.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../app.ts'
import type { Authenticate, Operator, Person, Principal, VendorPrincipal } from '../principal.ts'
import { assertScope, scopeOf } from './api-scope.ts'
import { operatorRolesOf } from './operator-routes.ts'
import { allowSlowBody } from './slow-bodies.ts'

/**
 * Who may use a route. Every route declares one of these in its config; a route without one cannot be registered, so
 * none is public by accident.
 */
export const PUBLIC = 'public'
export const ANY_VENDOR_USER = 'any-vendor-user'
export const VENDOR_ADMIN = 'vendor-admin'
/** Every signed-in person, member or operator, for routes about the person's own account. */
export const ANY_PERSON = 'any-person'
export const OPERATOR = 'operator'
type Access = typeof PUBLIC | typeof ANY_PERSON | typeof ANY_VENDOR_USER | typeof VENDOR_ADMIN | typeof OPERATOR

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /**
     * Administrators of a closed vendor can still read its invoices, ledger and final statement, export its data while
     * it exists, and use nothing else.
     */
    isOpenToClosedVendors?: boolean
    /** For people who have to set up a second factor: the routes that they need for it, and no others. */
    isOpenWithoutSecondFactor?: boolean
    /** For routes of operators, from operator-routes.ts: who may use the route, and who may export its list. */
    operatorRoles?: readonly OperatorRole[]
    csvRoles?: readonly OperatorRole[]
  }
  interface FastifyRequest {
    principal: Principal | undefined
    /** The member or API key that sent the request. */
    readonly vendor: VendorPrincipal
    readonly operator: Operator
    readonly person: Person
    /** For connections that stay open: whether the person who opened it may still use it. */
    isStillAllowed(): Promise<boolean>
  }
}

export function guardRoutes(app: App, authenticate: Authenticate, adminPrefix: string) {
  app.decorateRequest('principal', undefined)
  app.decorateRequest('vendor', { getter: vendorOf })
  app.decorateRequest('operator', { getter: operatorOf })
  app.decorateRequest('person', { getter: personOf })
  app.decorateRequest('isStillAllowed', async function (this: FastifyRequest) {
    const principal = await authenticate(this, false).catch((error: unknown) => {
      if (error instanceof AppError) return undefined
      throw error
    })
    return principal !== undefined && !isOfClosedVendor(principal) && !principal.needsSecondFactor
  })

  const guard =
    (needed: Exclude<Access, typeof PUBLIC>, scope?: ApiScope) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const principal = await authenticate(request, needed !== ANY_VENDOR_USER).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'API_KEY_EXPIRED') reply.header('www-authenticate', 'Bearer')
        throw error
      })
      if (!principal) {
        reply.header('www-authenticate', 'Bearer')
        throw new AppError('UNAUTHENTICATED', { detail: 'Send a valid token: Authorization: Bearer <token>.' })
      }
      // Before it is decided, so that the log says who was refused.
      request.principal = principal
      assertAllowed(principal, needed)
      assertScope(principal, scope)
      if (principal.kind === 'operator') assertRole(principal, request)
      assertOpen(principal, request)
      allowSlowBody(request)
    }

  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (!access) throw new Error(`Route ${route.method} ${route.url} does not declare who may use it.`)
    if (access === OPERATOR) {
      const listed = operatorRolesOf(route.method, route.url.slice(adminPrefix.length - '/admin'.length))
      if (!listed) throw new Error(`Route ${route.method} ${route.url} is missing in operator-routes.ts.`)
      route.config = { ...route.config, operatorRoles: listed.roles, csvRoles: listed.csvRoles } as typeof route.config
    }
    if ((access === ANY_VENDOR_USER) !== (scopeOf(route) !== undefined))
      throw new Error(
        `Route ${route.method} ${route.url}: routes that API keys can use, and no others, have a resource.`,
      )
    // The guard runs before the route's other hooks, so that they know who sent the request.
    if (access !== PUBLIC) route.onRequest = [guard(access, scopeOf(route)), ...[route.onRequest ?? []].flat()]
  })

  // Unknown paths under /admin are refused like known ones, so that vendors cannot find out which routes exist.
  const operatorsOnly = guard(OPERATOR)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !isUnder(request.url, adminPrefix)) return done()
    operatorsOnly(request, reply).then(() => done(), done)
  })
}

function assertAllowed(principal: Principal, needed: Access) {
  if (needed === ANY_PERSON) {
    if (!principal.accountId)
      throw new AppError('FORBIDDEN', { detail: 'API keys cannot be used here. Sign in with a user account.' })
  } else if (needed === OPERATOR) {
    if (principal.kind !== 'operator')
      throw new AppError('FORBIDDEN', { detail: 'Only platform operators can do this.' })
  } else if (principal.kind !== 'vendor') {
    throw new AppError('FORBIDDEN', { detail: 'Operators cannot act for a vendor. Sign in with a vendor account.' })
  } else if (needed === VENDOR_ADMIN && principal.role !== 'ADMIN') {
    throw new AppError('FORBIDDEN', { detail: 'Only administrators of your company can do this.' })
  }
}

/** A closed vendor, and somebody who has to set up a second factor, can use a few routes and no others. */
function assertOpen(principal: Principal, { routeOptions: { config } }: FastifyRequest) {
  if (isOfClosedVendor(principal) && !config.isOpenToClosedVendors)
    throw new AppError('VENDOR_CLOSED', {
      detail:
        'This account is closed. You can still read its invoices, credit notes, transactions and final statement, and export its data.',
    })
  if (principal.needsSecondFactor && !config.isOpenWithoutSecondFactor)
    throw new AppError('MFA_REQUIRED', {
      detail:
        principal.kind === 'vendor'
          ? 'Your company requires two-factor authentication. Set up an authenticator app or a passkey first.'
          : 'Operators need two-factor authentication. Set up an authenticator app or a passkey first.',
    })
}

function assertRole({ role }: Operator, request: FastifyRequest) {
  const { operatorRoles, csvRoles } = request.routeOptions.config
  const isExport = (request.query as { format?: unknown }).format === 'csv'
  assertOperatorRole(role, (isExport ? csvRoles : operatorRoles) ?? [role])
}

export function assertOperatorRole(role: OperatorRole, allowed: readonly OperatorRole[]) {
  if (!allowed.includes(role))
    throw new AppError('OPERATOR_ROLE_REQUIRED', {
      detail: `This needs the role ${allowed.join(' or ')}. Your role is ${role}.`,
      members: { role },
    })
}

const isOfClosedVendor = (principal: Principal) => principal.kind === 'vendor' && principal.isClosed === true

function vendorOf(this: FastifyRequest): VendorPrincipal {
  if (this.principal?.kind !== 'vendor') throw new Error('this route is not for vendors')
  return this.principal
}

function personOf(this: FastifyRequest): Person {
  const { accountId, sessionId } = this.principal ?? {}
  if (!accountId || !sessionId) throw new Error('this route is for user accounts')
  return { accountId, sessionId }
}

function operatorOf(this: FastifyRequest): Operator {
  if (this.principal?.kind !== 'operator') throw new Error('this route is not for operators')
  return this.principal
}

const isUnder = (url: string, prefix: string) => {
  const path = pathOf(url)
  return path === prefix || path.startsWith(`${prefix}/`)
}

/**
 * Decodes the path as the router does: percent-encoded letters are decoded, and of an absolute URL only the path
 * counts.
 */
function pathOf(url: string) {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
