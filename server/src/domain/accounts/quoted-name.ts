const CHARS_MAX = 80
const LETTER_BREAK = '\u200B'

/**
 * A name chosen by a vendor, for use in our mails: quoted, on one line, of limited length, and without anything that
 * mail clients turn into a link. Invisible and direction-changing characters are removed, except the two joiners that
 * Indian scripts need.
 */
export const quotedName = (name: string) => `“${unlinkedName(name)}”`

/** The same for sentences that contain their own quotes. */
export function unlinkedName(name: string): string {
  const plain = visible(name.replace(/\s+/gu, ' '))
    .replace(/[“”„‟"]/g, "'")
    .trim()
  const characters = [...plain]
  const short = characters.length > CHARS_MAX ? `${characters.slice(0, CHARS_MAX).join('')}…` : plain
  return withoutLinks(short)
}

const visible = (text: string) =>
  text.replace(/\t/g, ' ').replace(/(?![\u200C\u200D])[\p{Cf}\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, '')

/** A text of a vendor, for use in our mails: its lines marked as quoted, without links and invisible characters. */
export const quotedText = (text: string) =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${withoutLinks(visible(line))}`)
    .join('\n')

/** Inserts an invisible break after every character that joins the parts of an address. */
const withoutLinks = (text: string) => text.replace(/[.:/@\\。．｡․：／＠](?=\S)/gu, (joint) => joint + LETTER_BREAK)
