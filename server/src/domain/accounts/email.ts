/**
 * The form under which an address is one identity: trimmed, composed (NFC) and lower-case. Local parts are formally
 * case-sensitive, but no provider our vendors use treats them so, and people type both.
 */
export const normalizeEmail = (email: string) => email.trim().normalize('NFC').toLowerCase()
