/** The limits of the format: no spreadsheet program goes beyond column XFD and this row. */
export const SHEET_COLUMNS_MAX = 16_384
export const SHEET_ROWS_MAX = 1_048_576

/** Workbook, relationships and styles are held in memory; the largest legitimate ones have a few megabytes. */
export const SMALL_PART_BYTES_MAX = 32 * 1024 * 1024
/** A legitimate file of the maximum size inflates to about this much text, which fits the reader's memory. */
export const SHARED_STRINGS_MEMORY_BYTES_MAX = 256 * 1024 * 1024
/** The parser buffers a tag, a comment or a run of text until it ends; a cell of the maximum size is far smaller. */
export const XML_TOKEN_CHARS_MAX = 1024 * 1024
/** Workbooks nest nine levels deep, with drawings and extensions about twenty. */
export const XML_DEPTH_MAX = 100
