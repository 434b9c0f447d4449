import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that counts as one caller: the IPv4 address, or the /64 of an IPv6 address, which belongs to one customer.
 * Some proxies add the port of the client; it differs with every connection and must not make another caller. Texts that
 * are no address count as one.
 */
export function networkOf(ip: string): string {
  const address = withoutPort(ip.trim())
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const groups = groupsOf(address)
  return mappedIPv4(groups) ?? groups.slice(0, 4).join(':')
}

/** `1.2.3.4:567`, `[::1]:567` and `[::1]` without port and brackets, and without the zone of a link-local address. */
const withoutPort = (text: string) =>
  text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')

/** All eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, hexOf).split('::')
  const split = (part: string | undefined) => (part ? part.split(':') : [])
  const [before, behind] = [split(head), split(tail)]
  const zeros = tail === undefined ? 0 : 8 - before.length - behind.length
  return [...before, ...Array<string>(zeros).fill('0'), ...behind].map((group) =>
    Number.parseInt(group, 16).toString(16),
  )
}

const hexOf = (ipv4: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** `::ffff:1.2.3.4`: how a socket for both versions names an IPv4 client. */
function mappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
}
