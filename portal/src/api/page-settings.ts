interface PageSettings {
  apiPrefix: string
  supportEmail: string
  /** The sandbox's web page; null outside the sandbox. */
  sandboxUrl: string | null
  /** The server's time when it rendered the page. */
  now?: string
}

const DEFAULTS: PageSettings = { apiPrefix: '/api/v1', supportEmail: 'support@harkara.test', sandboxUrl: null }

/** Settings that the server writes into the page, see its portal/page.ts. The Vite development server does not. */
function readPageSettings(): PageSettings {
  const written = document.querySelector<HTMLMetaElement>('meta[name=harkara-settings]')?.content ?? ''
  return written.startsWith('{') ? { ...DEFAULTS, ...JSON.parse(written) } : DEFAULTS
}

export const pageSettings = readPageSettings()

const offsetMs = pageSettings.now ? Date.parse(pageSettings.now) - Date.now() : 0

/** The server's time. The sandbox clock can be moved, and the browser's clock may be wrong. */
export const serverNow = () => new Date(Date.now() + offsetMs)
