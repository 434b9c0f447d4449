/** The page's own nonce, for the styles that components write into the document; see the server's portal/page.ts. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
