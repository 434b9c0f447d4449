const PREFIX = 'draft-'

/**
 * Unsent input, stored in `sessionStorage`. It survives reloads and expired sessions, and is deleted with the tab or at
 * sign-out, so that the next user of the computer cannot see it.
 */
export function loadStoredDraft<Draft extends object>(key: string): Partial<Draft> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? kept : undefined
  } catch {
    return undefined
  }
}

export const storeDraft = (key: string, draft: object) => sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))

export const deleteStoredDraft = (key: string) => sessionStorage.removeItem(PREFIX + key)

export function clearStoredDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
