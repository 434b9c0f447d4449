import { MAIL_CHARACTERS_TOTAL_MAX, MAILS_MAX } from '../limits.ts'

/** One email for one recipient: an email to three recipients is stored three times. */
export interface Mail {
  id: number
  to: string
  from: string
  subject: string
  text: string
  html: string
  at: Date
}

/**
 * The latest emails in memory, oldest first. Limited by number and total text; the oldest are dropped first.
 * Ids are consecutive and never reused, so that links stay valid.
 */
export interface Mailbox {
  add(mail: Omit<Mail, 'id'>): void
  /** Emails to exactly this address, ignoring case; all emails without an address. */
  sentTo(address?: string): Mail[]
  find(id: number): Mail | undefined
  count(): number
  empty(): number
}

interface MailboxLimits {
  mails: number
  characters: number
}

const LIMITS: MailboxLimits = { mails: MAILS_MAX, characters: MAIL_CHARACTERS_TOTAL_MAX }

export function createMailbox(limits = LIMITS): Mailbox {
  let mails: Mail[] = []
  let characters = 0
  let nextId = 1

  function dropOldest() {
    let drop = 0
    while (mails.length - drop > limits.mails || (characters > limits.characters && mails.length - drop > 1)) {
      characters -= size(mails[drop])
      drop += 1
    }
    if (drop > 0) mails = mails.slice(drop)
  }

  return {
    add(mail) {
      const row = { ...mail, id: nextId }
      nextId += 1
      mails.push(row)
      characters += size(row)
      dropOldest()
    },
    sentTo(address = '') {
      const wanted = address.trim().toLowerCase()
      return wanted === '' ? [...mails] : mails.filter((mail) => mail.to.toLowerCase() === wanted)
    },
    find: (id) => mails[id - (mails[0]?.id ?? 0)],
    count: () => mails.length,
    empty() {
      const dropped = mails.length
      mails = []
      characters = 0
      return dropped
    },
  }
}

const size = (mail: Mail | undefined) => (mail ? mail.subject.length + mail.text.length + mail.html.length : 0)
