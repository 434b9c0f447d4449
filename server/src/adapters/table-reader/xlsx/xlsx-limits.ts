/** The format's own bounds: no spreadsheet program goes beyond column XFD and this row. */
export const SHEET_COLUMNS_MAX = 16_384
export const SHEET_ROWS_MAX = 1_048_576

/** Workbook, relationships and styles are held in memory in some form; the largest honest ones have a few megabytes. */
export const SMALL_PART_BYTES_MAX = 32 * 1024 * 1024
/** A file of the largest size inflates to about as much honest text; with the rest it fits the reader's memory. */
export const SHARED_STRINGS_MEMORY_BYTES_MAX = 256 * 1024 * 1024
/** The parser holds a tag, a comment or a run of text until it ends; a cell of the largest size stays far below. */
export const XML_TOKEN_CHARS_MAX = 1024 * 1024
/** Workbooks nest nine deep, with drawings and extensions about twenty. */
export const XML_DEPTH_MAX = 100
