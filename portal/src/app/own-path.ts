/** Path and search of a page of this site, which may be opened after signing in. Anything else would be an open redirect. */
export function ownPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, location.origin)) return undefined
  const { origin, pathname, search } = new URL(next, location.origin)
  if (origin !== location.origin || pathname.startsWith('//') || pathname.startsWith('/sign-in')) return undefined
  return pathname + search
}
