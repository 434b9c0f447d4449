/** Text that means itself: nothing to decode, no character that XML forbids or changes. */
export const PLAIN_TEXT = '[^<>&\\x00-\\x08\\x0b-\\x1f\\ufffe\\uffff]*'
export const PLAIN_T = `<t(?: xml:space="preserve")?>(${PLAIN_TEXT})</t>`
