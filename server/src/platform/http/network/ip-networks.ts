import { BlockList, isIP } from 'node:net'

/** Whether an address is in one of the networks. Both are written as people write them, IPv4-mapped forms included. */
export type IsInNetworks = (address: string) => boolean

/** An address such as 203.0.113.7, or a network such as 203.0.113.0/24. A network of all addresses is no restriction. */
export const isIpNetwork = (text: string): boolean => parseNetwork(text) !== undefined

export function ipNetworks(networks: readonly string[]): IsInNetworks {
  // One list for each family, because a list of both would find IPv4 addresses in large IPv6 networks.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const text of networks) {
    const network = parseNetwork(text)
    if (network) lists[network.family].addSubnet(network.address, network.prefix, network.family)
  }
  return (text) => {
    const address = unmapped(text.split('%')[0] ?? '')
    const family = familyOf(address)
    return family !== undefined && lists[family].check(address, family)
  }
}

function parseNetwork(text: string) {
  const [, written = '', prefixText] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = unmapped(written)
  const family = familyOf(address)
  if (!family) return undefined
  const bits = family === 'ipv4' ? 32 : 128
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8.
  const prefix = prefixText === undefined ? bits : Number(prefixText) - (familyOf(written) === family ? 0 : MAPPED_BITS)
  return prefix >= 1 && prefix <= bits ? { address, prefix, family } : undefined
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'ipv4' : 'ipv6'
}

const MAPPED_BITS = 96

/** The IPv4 address in an IPv4-mapped one, in whichever way it is written; any other address as it is. */
function unmapped(address: string): string {
  if (isIP(address) !== 6) return address
  const { hostname } = new URL(`http://[${address}]`)
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? []
  if (!high || !low) return address
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}
