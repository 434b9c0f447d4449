import type { Deps } from '../../../platform/deps.ts'

/** Browsers bind a passkey to this domain; it comes from the product's public address, never from a request. */
export function relyingParty({ publicUrl }: Pick<Deps, 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl())
  return { id: hostname, origin }
}
