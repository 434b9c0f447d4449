import { type Mail, type Mailer, MailRejected } from '../ports/mailer.ts'
import { PermanentFailure } from '../ports/queue.ts'

/** Sends a mail from a job. A permanent rejection by the mail server is not retried. */
export async function sendMail(deps: { mailer: Mailer }, mail: Mail) {
  try {
    await deps.mailer.send(mail)
  } catch (error) {
    throw error instanceof MailRejected && error.permanent ? new PermanentFailure(error.message) : error
  }
}

export interface MailContent {
  subject: string
  text: string
  html: string
}

interface MailParts {
  subject: string
  paragraphs: readonly string[]
  /** Shown large on a line of its own, for example a code. */
  highlight?: string
  button?: { label: string; url: string }
  footer?: string
}

/** The layout of every mail: the same text as plain text and as HTML that all mail clients can show. */
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
  return { subject, text, html: htmlOf(parts) }
}

/** Tables and inline styles, which all mail clients support; the style sheet only switches colours in dark mode. */
function htmlOf({ subject, paragraphs, highlight, button, footer }: MailParts) {
  const quiet = (line: string) => `<p class="quiet" style="margin:0 0 8px;font-size:13px;color:#5a656e">${line}</p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#14171a!important;color:#e7eaec!important}
.card{background:#1c2024!important;border-color:#30363c!important}.brand{color:#4fd1c0!important}
.quiet{color:#9aa5ae!important}.code{background:#14171a!important}}</style></head>
<body class="page" style="margin:0;background:#f6f7f8;color:#1b2126;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="32" height="32" align="center" aria-hidden="true" style="border-radius:9px 9px 9px 2px;background:#0f766e;color:#fff;font-size:19px;font-weight:800;font-style:italic">H</td>
<td class="brand" style="padding-left:10px;font-size:18px;font-weight:700;color:#0f766e">Harkara</td></tr></table></td></tr>
<tr><td class="card" style="padding:28px 24px 16px;background:#fff;border:1px solid #dfe3e6;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
<p style="margin:0 0 14px">Hello,</p>
${paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${escapeHtml(paragraph)}</p>`).join('\n')}
${highlight ? `<p class="code" style="margin:20px 0;padding:14px 0 14px 8px;border-radius:8px;background:#f6f7f8;text-align:center;font-size:30px;font-weight:700;letter-spacing:8px">${escapeHtml(highlight)}</p>` : ''}
${button ? `<p style="margin:22px 0 16px"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#0f766e;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>` : ''}
</td></tr>
<tr><td style="padding:16px 4px">${footer ? quiet(escapeHtml(footer)) : ''}${quiet('Harkara, business messaging')}</td></tr>
</table></td></tr></table></body></html>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
