import { useState } from 'react'
import { useUser } from '../../../api/session.ts'
import { deleteStoredDraft, loadStoredDraft, storeDraft } from '../../../api/state/drafts.ts'
import type { Campaign } from '../queries.ts'
import { type Rules, rulesOf } from '../variables.ts'

/** A list or template preselected by another page. */
export interface WizardStart {
  list?: string
  template?: string
}

/**
 * A campaign being created. It is stored in this tab through reloads, payments and expired sessions, and contains no
 * contact data.
 */
interface Draft {
  templateId?: string
  listId?: string
  name: string
  rules: Rules
  /** Contacts in these countries are skipped. */
  excludeCountries?: string[] | undefined
  /** Wall-clock time in the vendor's time zone; undefined to send immediately. */
  sendAt?: string | undefined
  /** The quotation, and the request that it was made for. */
  quotation?: { about: string; id: string } | undefined
  /** The launch request and its idempotency key, so that a retry after a lost response or reload launches once. */
  launch?: { body: string; key: string } | undefined
}

const EMPTY: Draft = { name: '', rules: {} }
const keyOf = (userId: string) => `campaign-${userId}`

export const loadDraft = (userId: string): Draft => ({ ...EMPTY, ...loadStoredDraft<Draft>(keyOf(userId)) })

export const saveDraft = (userId: string, draft: Draft) => storeDraft(keyOf(userId), draft)

export const discardDraft = (userId: string) => deleteStoredDraft(keyOf(userId))

export const isStarted = ({ templateId, listId }: Draft) => Boolean(templateId || listId)

export function useDraft() {
  const { id } = useUser()
  const [draft, setDraft] = useState(() => loadDraft(id))
  /** Reads the stored draft first, because another component may have changed it. */
  const change = (part: Partial<Draft>) => {
    const next = { ...loadDraft(id), ...part }
    saveDraft(id, next)
    setDraft(next)
  }
  return { draft, change }
}
export type DraftState = ReturnType<typeof useDraft>

/** A draft with the settings of an existing campaign. */
export const draftFrom = ({ templateId, contactListId, name, variables, excludeCountries }: Campaign): Draft => ({
  templateId,
  ...(contactListId && { listId: contactListId }),
  name,
  rules: rulesOf(variables),
  ...(excludeCountries.length > 0 && { excludeCountries }),
})
