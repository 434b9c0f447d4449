import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { cloudApiProvider } from '../src/adapters/messaging-provider/cloud-api.ts'
import { razorpayGateway } from '../src/adapters/payment-gateway/razorpay.ts'
import { launchNow, newSender } from './support/campaigns/campaigns.ts'
import { atEnd } from './support/cleanup.ts'
import { eventually } from './support/eventually.ts'
import { importWhole } from './support/imports/imports.ts'
import { callsOf } from './support/messaging/dispatch.ts'
import { createTemplate, shortTemplate, untilTemplate } from './support/messaging/templates.ts'
import { startProduct } from './support/product.ts'

/** A server inside the network that nobody may be led to. Counts connections, because one that only knocks was led too. */
async function startCanary() {
  let visits = 0
  const server = createServer((_request, response) => void response.end()).on('connection', () => void visits++)
  server.listen(0, '::')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, visits: () => visits }
}

const LOOPBACK = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0', '0.0.0.0', '127.000.000.001'],
  ...['0x7f.0.0.1', '0x7f000001', '2130706433', '017700000001', '0177.0.0.1'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::1%25lo]'],
  ...['example.com@127.0.0.1', 'example.com%00@127.0.0.1'],
]
const SCHEMES = ['http://', 'https://', 'HTTP://', '//']
/** Ways to write the address of the canary. */
const spellings = (port: number) =>
  SCHEMES.flatMap((scheme) => LOOPBACK.map((host) => `${scheme}${host}:${port}/x.png`))

const vCard = (name: string, mobile: string, url: string) =>
  `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\nTEL:${mobile}\r\nPHOTO;VALUE=uri:${url}\r\nSOURCE:${url}\r\nEND:VCARD\r\n`

test('no address that a vendor writes is requested, however it is spelled and wherever it is written', async () => {
  const canary = await startCanary()
  const urls = spellings(canary.port)
  expect(urls.length).toBeGreaterThanOrEqual(80)
  const product = await startProduct({ sandbox: true })
  const sender = await newSender(product, {
    contacts: urls.map((url, i) => ({ mobile: `+9198300${10_000 + i}`, name: url, attributes: { site: url } })),
  })
  const { token } = sender

  const rows = urls.map((url, i) => `"${url}",+9198400${10_000 + i},"=WEBSERVICE(""${url}"")"`)
  await importWhole(product, `name,phone,site\n${rows.join('\n')}\n`, { token })
  const cards = urls.map((url, i) => vCard(`Person ${i}`, `+9198500${10_000 + i}`, url)).join('')
  await importWhole(product, cards, { token, fileName: 'contacts.vcf', type: 'text/vcard' })

  const url = `http://127.0.0.1:${canary.port}/{{1}}`
  const components = [
    { type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way to you today.' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Open', url }] },
  ]
  const { name, category, language } = shortTemplate()
  const { id: templateId } = await createTemplate(product, token, { name, category, language, components })
  await untilTemplate(product, token, templateId, { status: 'APPROVED' })
  const variables = { '1': 'name', '2': 'attributes.site', 'button.0.1': { from: 'attributes.site' } }
  const { campaignId } = await launchNow(product, { ...sender, templateId }, { variables })
  await eventually(async () => expect(await callsOf(product, campaignId)).toHaveLength(urls.length), 60_000)

  for (const text of urls.slice(0, 9)) {
    await product.post('/support', { subject: text, message: text }, { token })
    await product.patch('/vendor/me', { companyName: text, address: { line1: text, city: text } }, { token })
  }
  expect(canary.visits()).toBe(0)
  await fetch(`http://127.0.0.1:${canary.port}/x.png`)
  expect(canary.visits()).toBe(1)
})

test.each([301, 302, 303, 307, 308])('provider and gateway cannot lead elsewhere with a %d', async (status) => {
  const canary = await startCanary()
  const headers = { location: `http://127.0.0.1:${canary.port}/` }
  const server = createServer((_request, response) => void response.writeHead(status, headers).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = { token: 't', phoneNumberId: '1', wabaId: '2', appId: '3', appSecret: 's', verifyToken: 'v' }
  const provider = cloudApiProvider({ baseUrl, version: 'v18.0', ...account })
  const gateway = razorpayGateway({ baseUrl, timeoutMs: 5_000, keyId: 'rzp_test_elsewhere', keySecret: 'secret' })
  atEnd(() => Promise.all([provider.close(), gateway.close()]))

  const sent = await provider.send({ to: '+919876543210', reference: 'id', content: { type: 'text', body: 'Hi' } })
  expect(sent.kind).not.toBe('accepted')
  const order = { amountMinorUnit: 50_000n, currency: 'INR', receipt: 'r', notes: {} } as const
  await expect(gateway.createOrder(order)).rejects.toThrow()
  expect(canary.visits()).toBe(0)
})
