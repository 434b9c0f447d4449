import { useState } from 'react'
import { dropKeptDraft, keepDraftAs, readKeptDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/session.ts'
import type { Campaign } from './queries.ts'
import { type Rules, rulesOf } from './variables.ts'

/** What was chosen elsewhere. */
export interface WizardStart {
  list?: string
  template?: string
}

/**
 * A campaign that is being prepared. It stays in this tab through reloads, payments and lost sessions; it has ids and
 * words for everybody, and nothing about any contact.
 */
export interface Draft {
  templateId?: string
  listId?: string
  name: string
  rules: Rules
  /** Whoever on the list is in one of these does not get it. */
  excludeCountries?: string[] | undefined
  /** On the vendor's clock; undefined: at once. */
  sendAt?: string | undefined
  /** The price that was fixed, and for what. */
  quotation?: { about: string; id: string } | undefined
  /** Sent again after a lost answer, or after a reload, it is launched once. */
  launch?: { body: string; key: string } | undefined
}

const EMPTY: Draft = { name: '', rules: {} }
const keyOf = (userId: string) => `campaign-${userId}`

export const readDraft = (userId: string): Draft => ({ ...EMPTY, ...readKeptDraft<Draft>(keyOf(userId)) })

export const keepDraft = (userId: string, draft: Draft) => keepDraftAs(keyOf(userId), draft)

export const dropDraft = (userId: string) => dropKeptDraft(keyOf(userId))

export const isBegun = ({ templateId, listId }: Draft) => Boolean(templateId || listId)

export function useDraft() {
  const { id } = useUser()
  const [draft, setDraft] = useState(() => readDraft(id))
  /** What is kept is the newest, whoever changed it last. */
  const change = (part: Partial<Draft>) => {
    const next = { ...readDraft(id), ...part }
    keepDraft(id, next)
    setDraft(next)
  }
  return { draft, change }
}
export type DraftState = ReturnType<typeof useDraft>

/** The same once more, to be sent to whoever is on the list then. */
export const draftLike = ({ templateId, contactListId, name, variables, excludeCountries }: Campaign): Draft => ({
  templateId,
  ...(contactListId && { listId: contactListId }),
  name,
  rules: rulesOf(variables),
  ...(excludeCountries.length > 0 && { excludeCountries }),
})
