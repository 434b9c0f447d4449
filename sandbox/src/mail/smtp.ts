import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream } from 'smtp-server'
import { MAIL_BYTES_MAX, MAIL_RECIPIENTS_MAX, SMTP_CLIENTS_MAX, SMTP_CLOSE_TIMEOUT_MS } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { parseMail } from './parse.ts'

interface SmtpListener {
  port: number
  close(): Promise<void>
}

/** An SMTP server that accepts every email and stores it in the mailbox. */
export async function listenSmtp(state: Pick<SandboxState, 'config' | 'clock' | 'mailbox'>): Promise<SmtpListener> {
  const server = createServer(state)
  // Clients may disconnect at any time; without a listener the error would end the process.
  server.on('error', () => {})
  const listening = server.listen(state.config.smtpPort, state.config.host)
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function createServer({ clock, mailbox }: Pick<SandboxState, 'clock' | 'mailbox'>) {
  return new SMTPServer({
    name: 'sandbox.localhost',
    banner: 'Harkara sandbox: emails are stored, not delivered',
    size: MAIL_BYTES_MAX,
    rejectOversized: true,
    maxClients: SMTP_CLIENTS_MAX,
    closeTimeout: SMTP_CLOSE_TIMEOUT_MS,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onRcptTo(_address, session, done) {
      done(session.envelope.rcptTo.length < MAIL_RECIPIENTS_MAX ? null : refusal(452, 'Too many recipients'))
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      receive(stream, mailFrom, rcptTo).then(
        (mails) => {
          for (const mail of mails) mailbox.add({ ...mail, at: clock.now() })
          done(null, 'Stored in the sandbox inbox')
        },
        () => done(refusal(554, 'This email cannot be parsed')),
      )
    },
  })
}

async function receive(stream: SMTPServerDataStream, from: SMTPServerAddress | false, to: SMTPServerAddress[]) {
  const chunks: Buffer[] = []
  // An oversized email is read to its end, as the protocol requires, but not stored; the server responds 552.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
  if (stream.sizeExceeded) return []
  const mail = await parseMail(Buffer.concat(chunks), from ? from.address : '')
  return to.map(({ address }) => ({ ...mail, to: address }))
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
