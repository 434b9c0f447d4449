import { isIP } from 'node:net'
import { z } from 'zod'

/** Whether the peer at `address`, `hop` steps from this process, is a proxy whose X-Forwarded-For is trusted. */
type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

const HOPS_MAX = 10

/**
 * `false`, the number of proxies in front of this process, or their networks. `true` is not possible: the caller writes
 * the first address of X-Forwarded-For and could choose a new one for every guess.
 */
export const trustProxy = z.string().transform((text, context): TrustProxy => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (text === 'false' || text === '0') return false
  if (text === 'true')
    return refuse(
      'must not be true, because any client could then spoof its address; set the number of proxies in front (such as 1) or their networks (such as 10.0.0.0/8)',
    )
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops <= HOPS_MAX ? (_address, hop) => hop < hops : refuse(`must be at most ${HOPS_MAX} proxies`)
  }
  const networks = text.split(',').map((part) => part.trim())
  return networks.every(isNetwork)
    ? networks
    : refuse('must be false, a number of proxies, or networks such as 10.0.0.0/8 separated by commas')
})

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // A network of all addresses would be equivalent to `true`.
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
