/**
 * What an API key may do. A route that keys can reach names its resource; reading needs `<resource>:read` and everything
 * else `<resource>:write`. No scope includes another one.
 */
export const API_SCOPES = [
  'contacts:read',
  'contacts:write',
  'templates:read',
  'templates:write',
  'campaigns:read',
  'campaigns:write',
  'messages:read',
  'messages:write',
  'billing:read',
  'vendor:read',
  'vendor:write',
] as const
export type ApiScope = (typeof API_SCOPES)[number]

type ResourceOf<Scope> = Scope extends `${infer Resource}:${string}` ? Resource : never
export type ApiResource = ResourceOf<ApiScope>

/** Undefined when no such scope exists, so that nobody could be given it. */
export function scopeFor(resource: ApiResource, isRead: boolean): ApiScope | undefined {
  const scope = `${resource}:${isRead ? 'read' : 'write'}`
  return API_SCOPES.find((known) => known === scope)
}
