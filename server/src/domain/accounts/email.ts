/**
 * The canonical form of an address: trimmed, composed (NFC) and lower-case. Local parts are formally case-sensitive,
 * but no provider our vendors use treats them so, and users type both.
 */
export const normalizeEmail = (email: string) => email.trim().normalize('NFC').toLowerCase()
