/**
 * Sends one mail. Resolves when the mail server has accepted it; throws otherwise, and the caller's job tries again.
 * `messageId` is the same on every attempt, so that a receiver can recognise a repeated mail.
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
 * The mail server did not accept the mail. Neither message nor cause contains the server's text, which often repeats
 * the recipient's address; the codes are enough for an operator.
 */
export class MailRejected extends Error {
  override name = 'MailRejected'
  /** The server refused this mail permanently (a reply in the 500s), so another attempt cannot help. */
  readonly permanent: boolean
  constructor(reason: string, permanent: boolean) {
    super(`the mail server did not accept the email: ${reason}`)
    this.permanent = permanent
  }
}
