import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { App } from '../app.ts'
import type { Authenticate, Operator, Person, Principal, Vendor } from '../principal.ts'

/**
 * Who may use a route. Every route states one of these in its config; one that does not cannot be registered, so
 * nothing is public by oversight.
 */
export const PUBLIC = 'public'
export const ANY_VENDOR_USER = 'any-vendor-user'
export const VENDOR_ADMIN = 'vendor-admin'
/** Everybody with a sign-in of their own, at a vendor or of the platform: what concerns the account alone. */
export const ANY_PERSON = 'any-person'
export const OPERATOR = 'operator'
export type Access = typeof PUBLIC | typeof ANY_PERSON | typeof ANY_VENDOR_USER | typeof VENDOR_ADMIN | typeof OPERATOR

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The books of a vendor stay readable for its administrators once the account is closed. Nothing else does. */
    isOpenToClosedVendors?: boolean
  }
  interface FastifyRequest {
    principal: Principal | undefined
    /** The vendor's person or key behind this request. */
    readonly vendor: Vendor
    readonly operator: Operator
    readonly person: Person
    /** For connections that stay open: whether whoever opened it may still use it. */
    isStillAllowed(): Promise<boolean>
  }
}

export function guardRoutes(app: App, authenticate: Authenticate, adminPrefix: string) {
  app.decorateRequest('principal', undefined)
  app.decorateRequest('vendor', { getter: vendorOf })
  app.decorateRequest('operator', { getter: operatorOf })
  app.decorateRequest('person', { getter: personOf })
  app.decorateRequest('isStillAllowed', async function (this: FastifyRequest) {
    const principal = await authenticate(this.headers.authorization, false)
    return principal !== undefined && !isOfClosedVendor(principal)
  })

  const guard = (needed: Exclude<Access, typeof PUBLIC>) => async (request: FastifyRequest, reply: FastifyReply) => {
    const principal = await authenticate(request.headers.authorization, needed !== ANY_VENDOR_USER)
    if (!principal) {
      reply.header('www-authenticate', 'Bearer')
      throw new AppError('UNAUTHENTICATED', { detail: 'Send a valid token: Authorization: Bearer <token>.' })
    }
    assertAllowed(principal, needed)
    if (isOfClosedVendor(principal) && !request.routeOptions.config.isOpenToClosedVendors)
      throw new AppError('VENDOR_CLOSED', {
        detail:
          'This account is closed. You can still read its invoices, credit notes, transactions and final statement.',
      })
    request.principal = principal
  }

  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (!access) throw new Error(`Route ${route.method} ${route.url} does not declare who may use it.`)
    // First of the route's own hooks: nothing else looks at a request before it is known who sent it.
    if (access !== PUBLIC) route.onRequest = [guard(access), ...[route.onRequest ?? []].flat()]
  })

  // Paths that do not exist are refused under /admin like those that do: a vendor learns nothing of what is there.
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

const isOfClosedVendor = (principal: Principal) => principal.kind === 'vendor' && principal.isClosed === true

function vendorOf(this: FastifyRequest): Vendor {
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

/** As the router reads it: an encoded letter is that letter, and a whole URL is its path. */
function pathOf(url: string) {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
