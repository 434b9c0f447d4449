import { describe, expect, test } from 'vitest'
import { ipNetworks, isIpNetwork } from './ip-networks.ts'

describe('networks of addresses', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['::ffff:cb00:7107', '203.0.113.7', true],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['10.0.0.0/8', '0:0:0:0:0:FFFF:0A01:0203', true],
    ['::ffff:10.0.0.0/104', '10.200.0.1', true],
    ['::ffff:10.0.0.0/104', '11.0.0.1', false],
    ['203.0.113.128/25', '203.0.113.127', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    ['fe80::1', 'fe80::1%eth0', true],
    ['::/1', '10.0.0.1', false],
    ['10.0.0.0/8', 'not an address', false],
    ['10.0.0.0/8', '', false],
  ])('%s: %s is inside: %s', (network, address, isInside) => {
    expect(isIpNetwork(network)).toBe(true)
    expect(ipNetworks([network])(address)).toBe(isInside)
    expect(ipNetworks(['192.0.2.1', network])(address)).toBe(isInside)
  })

  test.each([
    '',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '2001:db8::/129',
    '::ffff:10.0.0.0/96',
    '::ffff:10.0.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/ 8',
    'fe80::1%eth0',
    'example.com',
    '10.0.0.1, 10.0.0.2',
    '010.0.0.1',
    '1.2.3.256',
  ])('%j is no address and no network', (text) => {
    expect(isIpNetwork(text)).toBe(false)
  })

  test('no networks contain no address', () => {
    expect(ipNetworks([])('10.0.0.1')).toBe(false)
  })
})
