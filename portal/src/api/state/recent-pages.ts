import { session } from '../session.ts'
import { loadStoredDraft, storeDraft } from './drafts.ts'

interface RecentPage {
  path: string
  title: string
  /** `Contacts` */
  section: string
}

const RECENT_MAX = 8

/** Titles of these pages are names of people or files, which this browser does not store: they end with a reload. */
const PERSONAL = /^\/(contacts|inbox|imports)\//
let inMemory: readonly RecentPage[] = []
session.subscribe(() => {
  if (session.get().state === 'signed-out') inMemory = []
})

/** The pages of single items that this person has opened in this tab, newest first. They go with the drafts at sign-out. */
export function recentPages(): readonly RecentPage[] {
  if (inMemory.length === 0) inMemory = storedPages()
  return inMemory
}

export function addRecentPage(page: RecentPage) {
  inMemory = [page, ...recentPages().filter(({ path }) => path !== page.path)].slice(0, RECENT_MAX)
  const key = recentKey()
  if (key) storeDraft(key, { pages: inMemory.filter(({ path }) => !PERSONAL.test(path)) })
}

function storedPages(): RecentPage[] {
  const key = recentKey()
  const { pages } = (key && loadStoredDraft<{ pages: RecentPage[] }>(key)) || {}
  return Array.isArray(pages) ? pages : []
}

function recentKey(): string | undefined {
  const now = session.get()
  return now.state === 'signed-in' || now.state === 'expired' ? `recent-${now.user.id}` : undefined
}
