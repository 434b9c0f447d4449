/**
 * Hands one mail to the mail server. Resolves once the server has taken it; throws when it has not, and the caller's job
 * tries again. `messageId` is the same on every try, so that a receiver can tell a repeated mail.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>
  check(): Promise<void>
  close(): Promise<void>
}

export interface Mail {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
}
