import type { Mail } from './mailbox.ts'

/** The single six-digit number of an email that mentions a code, so that it can be copied without opening the email. */
export function codeIn({ subject, text, html }: Pick<Mail, 'subject' | 'text' | 'html'>) {
  const words = `${subject}\n${text || html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, ' ')}`
  if (!/\b(code|otp)\b/i.test(words)) return undefined
  const [code, another] = new Set(words.match(/(?<![\d#])\d{6}(?!\d)/g))
  return another === undefined ? code : undefined
}
