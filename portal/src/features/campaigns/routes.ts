export const campaignPages = [] as const
