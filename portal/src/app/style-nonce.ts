/** The page's CSP nonce, for styles that components insert at runtime; see the server's portal/page.ts. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
