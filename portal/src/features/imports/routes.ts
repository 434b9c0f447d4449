export const importPages = [] as const
