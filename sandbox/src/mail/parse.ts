import PostalMime from 'postal-mime'

/** The parts of a mail that people read. The envelope stands in where a header is missing; an absent body is empty text. */
export async function parseMail(raw: Buffer, envelopeFrom: string) {
  const mail = await PostalMime.parse(raw)
  return {
    from: mail.from?.address || envelopeFrom,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  }
}
