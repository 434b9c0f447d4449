import { createTransport } from 'nodemailer'
import { type Mail, type Mailer, MailRejected } from '../../ports/mailer.ts'

const CONNECTIONS_MAX = 5
const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 30_000

export function smtpMailer(options: { url: string; from: string; silenceTimeoutMs?: number }): Mailer {
  const transport = createTransport(
    {
      url: options.url,
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      // A pooled connection that the server dropped meanwhile is retried once instead of failing the job.
      maxRequeues: 1,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS,
    },
    // A mail consists of the given strings only: no content may make the transport open a file or a URL.
    { from: options.from, disableFileAccess: true, disableUrlAccess: true },
  )
  transport.on('error', () => {}) // the pending send rejects too; without a listener the process would exit
  const inFlight = new Set<Promise<unknown>>()

  return {
    async send(mail) {
      assertSendable(mail)
      const sending = transport.sendMail({
        messageId: mail.messageId,
        // An object is taken as one address; in a string, a comma would make two recipients.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      })
      inFlight.add(sending)
      try {
        await sending
      } catch (error) {
        throw toMailRejected(error)
      } finally {
        inFlight.delete(sending)
      }
    },
    async check() {
      await transport.verify().catch((error) => {
        throw toMailRejected(error)
      })
    },
    async close() {
      await Promise.allSettled(inFlight)
      transport.close()
    },
  }
}

const ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u
const LINE_BREAK_OR_CONTROL = /\p{Cc}/u

/** We never create such a mail, so it is rejected permanently before anything reaches the server. */
function assertSendable(mail: Mail) {
  if (!ADDRESS.test(mail.to)) throw new MailRejected('not a single plain email address', true)
  if (LINE_BREAK_OR_CONTROL.test(mail.subject)) throw new MailRejected('a control character in the subject', true)
  if (LINE_BREAK_OR_CONTROL.test(mail.messageId)) throw new MailRejected('a control character in the message id', true)
}

function toMailRejected(error: unknown): MailRejected {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const reason = [command, responseCode, code].filter((part) => part !== undefined).join(' ')
  return new MailRejected(reason || 'no reason given', responseCode !== undefined && responseCode >= 500)
}
