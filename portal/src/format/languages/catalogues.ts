import type { Language } from '../language.ts'

/** What is loaded together: texts of every page, fixed texts of the server, and texts of either area. */
export type MessageArea = 'shared' | 'server' | 'vendor' | 'operators'

type Catalogue = () => Promise<{ default: Readonly<Record<string, string>> }>

/** The texts of each language but English, by area. Each file is downloaded when it is first needed. */
export const catalogues: Record<Exclude<Language, 'en'>, Record<MessageArea, Catalogue>> = {
  hi: {
    shared: () => import('./hi/shared.json'),
    server: () => import('./hi/server.json'),
    vendor: () => import('./hi/vendor.json'),
    operators: () => import('./hi/operators.json'),
  },
}
