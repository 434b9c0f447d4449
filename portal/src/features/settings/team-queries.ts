export const TEAM = ['team']
