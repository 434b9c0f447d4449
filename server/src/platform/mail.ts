import { type Mail, type Mailer, MailNotTaken } from '../ports/mailer.ts'
import { GiveUp } from '../ports/queue.ts'

/** Sends a mail as a job does: what the mail server refuses for good is not tried again. */
export async function sendMail(deps: { mailer: Mailer }, mail: Mail) {
  try {
    await deps.mailer.send(mail)
  } catch (error) {
    throw error instanceof MailNotTaken && error.permanent ? new GiveUp(error.message) : error
  }
}

export interface MailContent {
  subject: string
  text: string
  html: string
}

export interface MailParts {
  subject: string
  paragraphs: readonly string[]
  /** Shown large, by itself: a code. */
  highlight?: string
  button?: { label: string; url: string }
  footer?: string
}

/** One plain layout for every mail we send: the same words as text and as HTML that every mail program can show. */
export function mailLayout(parts: MailParts): MailContent {
  const { subject, paragraphs, highlight, button, footer } = parts
  const text = [
    'Hello,',
    ...paragraphs,
    ...(highlight ? [`    ${highlight}`] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(footer ? [footer] : []),
    'Harkara',
  ].join('\n\n')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:32rem;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">Harkara</p>
<p>Hello,</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${highlight ? `<p style="margin:24px 0;font-size:32px;font-weight:600;letter-spacing:6px">${escapeHtml(highlight)}</p>` : ''}
${button ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#15c;color:#fff;text-decoration:none">${escapeHtml(button.label)}</a></p>` : ''}
${footer ? `<p style="margin-top:32px;font-size:14px;opacity:.75">${escapeHtml(footer)}</p>` : ''}
</div></body></html>`
  return { subject, text, html }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
