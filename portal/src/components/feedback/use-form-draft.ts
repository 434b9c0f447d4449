import { useEffect, useRef } from 'react'
import { session } from '../../api/session.ts'
import { deleteStoredDraft, loadStoredDraft, storeDraft } from '../../api/state/drafts.ts'

/** Without `setValues` and `isDirty`, as on the pages outside, nothing is kept. */
export interface DraftableForm<Values> {
  getValues: () => Values
  setValues?(values: NoInfer<Values>): void
  isDirty?: () => boolean
}

/**
 * Keeps what was typed into a form when the page is left or reloaded, until it is sent. `name` is undefined for forms
 * that keep nothing, such as those with a password. Returns a function that drops the draft.
 */
export function useFormDraft<Values extends Record<string, unknown>>(
  name: string | undefined,
  form: DraftableForm<Values>,
): () => void {
  const key = name && draftKey(name)
  const latest = useRef(form)
  latest.current = form
  const dropped = useRef<string>(undefined)
  useEffect(() => {
    if (!key) return
    const stored = loadStoredDraft<Values>(key)
    if (stored) latest.current.setValues?.({ ...latest.current.getValues(), ...stored })
    const keep = () => {
      // After a sign-out nothing may be left in this tab.
      const { state } = session.get()
      if (state !== 'signed-in' && state !== 'expired') return
      const values = latest.current.getValues()
      const isKept = latest.current.isDirty?.() && JSON.stringify(values) !== dropped.current
      if (isKept) storeDraft(key, values)
      else deleteStoredDraft(key)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [key])
  return () => {
    // The form may leave the page only afterwards, with the same values in it.
    dropped.current = JSON.stringify(latest.current.getValues())
    if (key) deleteStoredDraft(key)
  }
}

/** Drafts belong to the user, because several people may use one computer. */
function draftKey(name: string): string | undefined {
  const now = session.get()
  return now.state === 'signed-in' || now.state === 'expired' ? `${name}-${now.user.id}` : undefined
}
