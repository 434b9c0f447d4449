import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../../../tests/support/eventually.ts'
import { csv, statusOf } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
let host: string
beforeAll(async () => {
  product = await startProductByHand({ CORS_ALLOWED_ORIGINS: 'https://portal.example' })
  owner = await newVendor(product)
  hand = byHand(product, owner)
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  host = `127.0.0.1:${(product.app.server.address() as AddressInfo).port}`
})

interface Connecting {
  protocols?: string[]
  headers?: Record<string, string>
}

function connect(jobId: string, { protocols = [], headers = {} }: Connecting) {
  const socket = new WebSocket(`ws://${host}/api/v1/contacts/import/${jobId}/events`, protocols, { headers })
  // biome-ignore lint/suspicious/noExplicitAny: statuses as they come
  const messages: any[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  socket.on('error', () => {})
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number)
  const closed = once(socket, 'close').then(([code]) => code as number)
  return { socket, messages, refused, closed }
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const lastIs = (messages: { status: string }[], status: string) =>
  eventually(() => expect(messages.at(-1)?.status).toBe(status), 10_000)

describe('following an import', () => {
  test('sends the status object once for each change and closes with the import', async () => {
    const jobId = await hand.uploadAndRead(csv(['Phone'], ['9876570001']), { fields: { autoMap: 'false' } })
    const { messages, closed } = connect(jobId, bearer(owner.token))
    await lastIs(messages, 'AWAITING_MAPPING')
    expect(messages).toEqual([await statusOf(product, owner.token, jobId)])
    await product.post(`/contacts/import/${jobId}/mapping`, { columns: { Phone: { field: 'phone' } } }, owner)
    await lastIs(messages, 'QUEUED')
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    await lastIs(messages, 'PENDING_REVIEW')
    await hand.confirmAndPersist(jobId)
    await lastIs(messages, 'COMPLETED')
    expect(messages.at(-1)).toEqual(await statusOf(product, owner.token, jobId))
    expect(await closed).toBe(1000)
    expect(new Set(messages.map((message) => JSON.stringify(message))).size).toBe(messages.length)
  })

  test('of an import that has ended sends its status once', async () => {
    const jobId = await hand.toReview(csv(['Phone'], ['9876570011']))
    await product.post(`/contacts/import/${jobId}/cancel`, undefined, owner)
    const { messages, closed } = connect(jobId, bearer(owner.token))
    expect(await closed).toBe(1000)
    expect(messages).toMatchObject([{ jobId, status: 'CANCELLED', terminal: true }])
  })

  test('browsers pass their token as a subprotocol; only our own pages and listed origins are accepted', async () => {
    const jobId = await hand.toReview(csv(['Phone'], ['9876570021']))
    const protocols = ['harkara', `bearer.${owner.token}`]
    for (const origin of [`http://${host}`, 'https://portal.example']) {
      const { socket, messages } = connect(jobId, { protocols, headers: { origin } })
      await lastIs(messages, 'PENDING_REVIEW')
      expect(socket.protocol).toBe('harkara')
      socket.close()
    }
    for (const origin of [
      ...['https://evil.example', 'null', `http://${host}.evil.example`, 'https://portal.example.evil'],
      ...[`http://evil-${host}`, 'https://evil-portal.example', 'http://portal.example'],
    ])
      expect(await connect(jobId, { protocols, headers: { origin } }).refused, origin).toBe(403)
  })

  test('requires a token, and an import of the same vendor', async () => {
    const jobId = await hand.toReview(csv(['Phone'], ['9876570031']))
    expect(await connect(jobId, {}).refused).toBe(401)
    expect(await connect(jobId, { protocols: ['harkara', 'bearer.nonsense'] }).refused).toBe(401)
    expect(await connect(jobId, bearer((await newVendor(product)).token)).refused).toBe(404)
    expect(await connect('nonsense', bearer(owner.token)).refused).toBe(404)
    const plain = await product.get(`/contacts/import/${jobId}/events`, owner)
    expect(plain.status).toBe(426)
  })

  test('a vendor can open a hundred connections, and others as soon as one is closed; another vendor is not affected', async () => {
    const [many, other] = [await newVendor(product), await newVendor(product)]
    const jobId = await byHand(product, many).toReview(csv(['Phone'], ['9876570051']))
    const othersJob = await byHand(product, other).toReview(csv(['Phone'], ['9876570051']))
    const open = []
    for (let i = 0; i < 100; i++) {
      const connection = connect(jobId, bearer(many.token))
      await once(connection.socket, 'open')
      open.push(connection)
    }
    for (const { messages } of open) await lastIs(messages, 'PENDING_REVIEW')
    expect(await connect(jobId, bearer(many.token)).refused).toBe(429)
    const others = connect(othersJob, bearer(other.token))
    await lastIs(others.messages, 'PENDING_REVIEW')
    open[0]?.socket.close()
    await open[0]?.closed
    const next = connect(jobId, bearer(many.token))
    await lastIs(next.messages, 'PENDING_REVIEW')
    for (const { socket } of [...open, others, next]) socket.close()
  })

  test('closes with 4401 once the token has expired', async () => {
    const jobId = await hand.toReview(csv(['Phone'], ['9876570041']))
    const { messages, closed } = connect(jobId, bearer(owner.token))
    await lastIs(messages, 'PENDING_REVIEW')
    await product.advance(16 * 60)
    expect(await closed).toBe(4401)
  })
})
