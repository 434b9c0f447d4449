/** The exports of other programs have their columns in a fixed order, most of them empty. */

const cell = (text) => (/[",\r\n]/.test(text) ? quoted(text) : text)
export const quoted = (text) => `"${text.replaceAll('"', '""')}"`

/** Rows are given by heading; the other cells are empty. */
export function csv(headings, rows, { write = cell, lineEnd = '\n', mark = '' } = {}) {
  for (const heading of rows.flatMap(Object.keys))
    if (!headings.includes(heading)) throw new Error(`no column ${heading}`)
  const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
  return mark + lines.map((cells) => cells.map(write).join(',')).join(lineEnd) + lineEnd
}

export const list = (text) => text.split(',').map((heading) => heading.trim())

export const phoneFields = (headings) => Object.fromEntries(headings.map((heading) => [heading, 'phone']))

/** The phone columns of Outlook, some of which Google writes too. */
export const OUTLOOK_PHONES = [
  ...list('Home Phone, Home Phone 2, Business Phone, Business Phone 2, Mobile Phone, Car Phone, Other Phone'),
  ...list('Primary Phone, Company Main Phone, Radio Phone, TTY/TDD Phone'),
]
