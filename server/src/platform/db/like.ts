/** A pattern for LIKE that finds the text anywhere and takes none of it for a wildcard. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
