import { useState } from 'react'
import { useUser } from '../../api/session.ts'
import { deleteStoredDraft, loadStoredDraft, storeDraft } from '../../api/state/drafts.ts'
import type { Draft } from './template-draft.ts'

/** Stores the form's input per user and template until it is submitted. */
export function useStoredDraft(about: string, initial: Draft) {
  const key = `template-${useUser().id}-${about}`
  const [found] = useState(() => loadStoredDraft<Draft>(key))
  const [isRestored, setRestored] = useState(found !== undefined)
  const drop = () => {
    deleteStoredDraft(key)
    setRestored(false)
  }
  return {
    draft: { ...initial, ...found },
    isRestored,
    keep: (draft: Draft) => {
      if (JSON.stringify(draft) === JSON.stringify(initial)) drop()
      else storeDraft(key, draft)
    },
    drop,
  }
}
