import PostalMime from 'postal-mime'

/** Parses the visible parts of an email. Falls back to the envelope sender, and to empty text for a missing body. */
export async function parseMail(raw: Buffer, envelopeFrom: string) {
  const mail = await PostalMime.parse(raw)
  return {
    from: mail.from?.address || envelopeFrom,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  }
}
