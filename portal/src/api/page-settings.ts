export interface PageSettings {
  apiPrefix: string
  supportEmail: string
  /** Where the sandbox shows its mails and payments; null when everything is real. */
  sandboxUrl: string | null
  /** The server's time when it sent the page. */
  now?: string
}

const DEFAULTS: PageSettings = { apiPrefix: '/api/v1', supportEmail: 'support@harkara.test', sandboxUrl: null }

/** What the server tells every page; see its portal/page.ts. Beside a development server nobody does. */
function readPageSettings(): PageSettings {
  const written = document.querySelector<HTMLMetaElement>('meta[name=harkara-settings]')?.content ?? ''
  return written.startsWith('{') ? { ...DEFAULTS, ...JSON.parse(written) } : DEFAULTS
}

export const pageSettings = readPageSettings()

const offsetMs = pageSettings.now ? Date.parse(pageSettings.now) - Date.now() : 0

/** The time as the server knows it: the sandbox's clock can be moved, and people's own may be wrong. */
export const serverNow = () => new Date(Date.now() + offsetMs)
