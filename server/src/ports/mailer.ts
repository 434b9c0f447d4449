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

/**
 * The mail server did not take the mail. Neither message nor cause carries the server's words, which like to repeat the
 * receiver's address; the codes tell an operator enough.
 */
export class MailRejected extends Error {
  override name = 'MailRejected'
  /** Another try cannot help: the server refused this mail for good (an answer in the 500s). */
  readonly permanent: boolean
  constructor(reason: string, permanent: boolean) {
    super(`the mail server did not accept the email: ${reason}`)
    this.permanent = permanent
  }
}
