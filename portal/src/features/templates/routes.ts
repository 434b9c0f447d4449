export const templatePages = [] as const
