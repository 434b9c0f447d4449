import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../../tests/support/cleanup.ts'
import { newEmail, newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { startHaproxy } from '../../../../tests/support/services/haproxy.ts'
import { listen } from '../../../../tests/support/services/raw-http.ts'
import { requireProgram } from '../../../../tests/support/services/require-program.ts'

const LIMIT = 3
const REFUSED_AFTER_LIMIT = [...Array(LIMIT).fill(401), 429, 429]
const ALL_COUNTED_APART = Array(LIMIT + 2).fill(401)

type Ports = Awaited<ReturnType<typeof startProxies>>
let ports: Ports
let product: TestProduct

/**
 * `edge` is one proxy, `outer` is one in front of another, `balancer` passes bytes to a proxy with the PROXY protocol,
 * and `behindBalancer` is that proxy: a test that speaks to it directly decides which client the balancer saw.
 */
async function startProxies() {
  const start = (trustProxy: string) =>
    startProduct({ env: { TRUST_PROXY: trustProxy, AUTH_CALLS_PER_MINUTE: `${LIMIT}` } })
  product = await start('1')
  const [one, two, networks] = [product, await start('2'), await start('127.0.0.1, ::1')].map(listen)
  const [onePort, twoPort, networksPort] = [(await one)?.port, (await two)?.port, (await networks)?.port] as number[]
  const proxy = await startHaproxy({
    edge: { to: onePort ?? 0 },
    outer: { to: 'inner' },
    inner: { to: twoPort ?? 0 },
    outerOfNetworks: { to: 'innerOfNetworks' },
    innerOfNetworks: { to: networksPort ?? 0 },
    balancer: { to: 'behindBalancer', server: 'send-proxy', mode: 'tcp' },
    behindBalancer: { to: onePort ?? 0, bind: 'accept-proxy' },
  })
  atEnd(proxy.stop)
  return proxy.ports
}

interface Call {
  /** The true address of the client on the loopback network. */
  from?: string
  to: number
  path?: string
  body?: string
  headers?: string[]
  /** Bytes before the request. */
  preface?: string
}

const wrongPassword = () => JSON.stringify({ email: newEmail(), password: 'not this one' })

/** The status of a request whose headers are sent exactly as given. */
function send({
  from = '127.0.0.1',
  to,
  path = '/auth/login',
  body = wrongPassword(),
  headers = [],
  preface = '',
}: Call) {
  const lines = [
    `POST /api/v1${path} HTTP/1.1`,
    'Host: portal.test',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...headers,
  ]
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    let text = ''
    const host = from.includes(':') ? '::1' : '127.0.0.1'
    const socket = connect({ port: to, host, ...(!from.includes(':') && { localAddress: from }) }, () =>
      socket.write(`${preface}${lines.join('\r\n')}\r\n\r\n${body}`),
    )
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text }))
  })
}

/** Two more calls than allowed; `call` gives each its own headers. */
async function statusesOf(call: (i: number) => Call) {
  const statuses = []
  for (let i = 0; i < LIMIT + 2; i++) statuses.push((await send(call(i))).status)
  return statuses
}

let clients = 0
const newClient = () => `127.0.${1 + Math.floor(++clients / 250)}.${1 + (clients % 250)}`

describe.skipIf(!requireProgram('haproxy', 'sign-in limits behind a real proxy (haproxy)'))('behind HAProxy', () => {
  beforeAll(async () => {
    ports = await startProxies()
  })

  test.each<[string, (i: number) => string[]]>([
    ['nothing', () => []],
    ['another address in each call', (i) => [`X-Forwarded-For: 198.51.100.${i}`]],
    ['many addresses', (i) => [`X-Forwarded-For: ${Array(40).fill(`198.51.100.${i}`).join(', ')}`]],
    ['several headers', (i) => [`X-Forwarded-For: 198.51.100.${i}`, `x-forwarded-for: 203.0.113.${i}`]],
    ['addresses of proxies', (i) => [`X-Forwarded-For: 198.51.100.${i}, 127.0.0.1, ::1`]],
    ['no address at all', (i) => [`X-Forwarded-For: unknown-${i}`, 'X-Forwarded-For: ,,']],
    ['an IPv6 address', (i) => [`X-Forwarded-For: 2001:db8:${i}::1`]],
    ['the headers of other proxies', (i) => [`X-Real-IP: 198.51.100.${i}`, `CF-Connecting-IP: 198.51.100.${i}`]],
    ['the standard header', (i) => [`Forwarded: for=198.51.100.${i};proto=https;host=evil.example`]],
    ['other forwarded headers', (i) => [`X-Forwarded-Host: h${i}.example`, 'X-Forwarded-Proto: https']],
  ])('one client is counted as one, whatever it writes: %s', async (_what, headers) => {
    const from = newClient()
    expect(await statusesOf((i) => ({ from, to: ports.edge, headers: headers(i) }))).toEqual(REFUSED_AFTER_LIMIT)
    // and only this one
    expect((await send({ from: newClient(), to: ports.edge })).status).toBe(401)
  })

  test('each client is counted apart, also through two proxies and a balancer', async () => {
    for (const to of [ports.edge, ports.outer, ports.outerOfNetworks, ports.balancer])
      expect(await statusesOf(() => ({ from: newClient(), to }))).toEqual(ALL_COUNTED_APART)
  })

  test('the client in front of two proxies is counted, whatever it writes', async () => {
    for (const to of [ports.outer, ports.outerOfNetworks]) {
      const from = newClient()
      const headers = (i: number) => [`X-Forwarded-For: 198.51.100.${i}, 127.0.0.1`]
      expect(await statusesOf((i) => ({ from, to, headers: headers(i) }))).toEqual(REFUSED_AFTER_LIMIT)
    }
  })

  test('the client in front of a balancer is counted, and it cannot write a PROXY line of its own', async () => {
    const from = newClient()
    const headers = (i: number) => [`X-Forwarded-For: 198.51.100.${i}`]
    expect(await statusesOf((i) => ({ from, to: ports.balancer, headers: headers(i) }))).toEqual(REFUSED_AFTER_LIMIT)
    const line = 'PROXY TCP4 198.51.100.9 192.0.2.1 4711 443\r\n'
    for (const to of [ports.balancer, ports.edge])
      expect((await send({ from: newClient(), to, preface: line })).status).toBe(400)
  })

  test('IPv6 clients are counted by their network of 64 bits', async () => {
    const preface = (address: string) => `PROXY TCP6 ${address} 2001:db8::1 4711 443\r\n`
    const to = ports.behindBalancer
    const sameNetwork = (i: number) => ({ to, preface: preface(`2001:db8:7:7::${i}`) })
    expect(await statusesOf(sameNetwork)).toEqual(REFUSED_AFTER_LIMIT)
    expect(await statusesOf((i) => ({ to, preface: preface(`2001:db8:8:${i}::1`) }))).toEqual(ALL_COUNTED_APART)
    const loopback = (i: number) => ({ from: '::1', to: ports.edge, headers: [`X-Forwarded-For: 198.51.100.${i}`] })
    expect(await statusesOf(loopback)).toEqual(REFUSED_AFTER_LIMIT)
  })

  test('a forged host does not make another site one of ours', async () => {
    const { refreshToken } = await newVendor(product)
    const call = (origin: string, ...forged: string[]) =>
      send({
        from: newClient(),
        to: ports.edge,
        path: '/auth/logout',
        body: '{}',
        headers: ['X-Client: portal', `Cookie: harkara_refresh=${refreshToken}`, `Origin: ${origin}`, ...forged],
      })
    const forged = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https', 'Forwarded: host=evil.example']
    const refused = await call('https://evil.example', ...forged)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('ORIGIN_NOT_ALLOWED')])
    expect((await call('https://portal.test', ...forged)).status).toBe(204)
  })
})
