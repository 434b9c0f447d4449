import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

interface ReceivedMail {
  envelope: { from: string; to: string[] }
  raw: string
  parsed: Email
}

export interface TestSmtp {
  url: string
  received: ReceivedMail[]
  /** The number of connections opened so far. */
  readonly connections: number
  /** Ends all connections and refuses new ones until `open` is called. The address stays the same. */
  shut(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

/**
 * A real SMTP server that stores the mails it receives. `behaviour` overrides its handlers, for servers that refuse or
 * stall.
 */
export async function startSmtp(behaviour: Partial<SMTPServerOptions> = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = []
  let connections = 0
  const listen = async (port: number) => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect(_session, done) {
        connections++
        done()
      },
      onData(stream, session, done) {
        keep(stream, session.envelope.mailFrom, session.envelope.rcptTo).then((mail) => {
          received.push(mail)
          done()
        }, done)
      },
      ...behaviour,
    })
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return server
  }
  let server = await listen(0)
  const { port } = server.server.address() as AddressInfo
  const shut = () => new Promise<void>((resolve) => server.close(resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get connections() {
      return connections
    },
    shut,
    async open() {
      server = await listen(port)
    },
    close: shut,
  }
}

async function keep(
  stream: AsyncIterable<Buffer>,
  from: { address: string } | false,
  to: { address: string }[],
): Promise<ReceivedMail> {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  const raw = Buffer.concat(chunks)
  return {
    envelope: { from: from ? from.address : '', to: to.map((one) => one.address) },
    raw: raw.toString('latin1'),
    parsed: await PostalMime.parse(raw),
  }
}
