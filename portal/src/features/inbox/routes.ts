export const inboxPages = [] as const
