import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A provider that accepts every message, after the milliseconds of its argument. Prints its address. */
const latencyMs = Number(process.argv[2] ?? 0)
let messages = 0
const server = createServer((request, response) => {
  const answer = () => {
    const wamid = `wamid.${process.pid}.${++messages}`
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        `{"messaging_product":"whatsapp","contacts":[{"input":"+910000000000","wa_id":"910000000000"}],"messages":[{"id":"${wamid}","message_status":"accepted"}]}`,
      )
  }
  request.on('end', () => (latencyMs > 0 ? setTimeout(answer, latencyMs) : answer()))
  request.resume()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
