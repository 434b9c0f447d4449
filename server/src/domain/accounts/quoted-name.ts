const CHARS_MAX = 80
const LETTER_BREAK = '\u200B'

/**
 * A name that a vendor chose, for a mail of ours: in quotes, on one line, of a readable length, and with nothing that mail
 * programs turn into a link. Characters that are not seen, or turn the direction of what follows, are left out, except
 * the two joiners that Indian scripts need.
 */
export const quotedName = (name: string) => `“${unlinkedName(name)}”`

/** The same for sentences that bring their own quotes. */
export function unlinkedName(name: string): string {
  const plain = name
    .replace(/\s+/gu, ' ')
    .replace(/(?![\u200C\u200D])[\p{Cf}\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[“”„‟"]/g, "'")
    .trim()
  const characters = [...plain]
  const short = characters.length > CHARS_MAX ? `${characters.slice(0, CHARS_MAX).join('')}…` : plain
  return withoutLinks(short)
}

/** A break that is not seen behind every character that joins the parts of an address. */
const withoutLinks = (text: string) => text.replace(/[.:/@\\。．｡․：／＠](?=\S)/gu, (joint) => joint + LETTER_BREAK)
