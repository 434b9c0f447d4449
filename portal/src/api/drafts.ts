const PREFIX = 'draft-'

/**
 * What somebody typed and has not sent yet. It stays in this tab through reloads and lost sessions, and ends with the tab
 * or with sign-out: whoever sits down here next finds nothing of it.
 */
export function readKeptDraft<Draft extends object>(key: string): Partial<Draft> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? kept : undefined
  } catch {
    return undefined
  }
}

export const keepDraftAs = (key: string, draft: object) => sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))

export const dropKeptDraft = (key: string) => sessionStorage.removeItem(PREFIX + key)

export function forgetDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
