/** A workbook inside a document inside an archive is the deepest nesting of legitimate files. */
export const ARCHIVE_DEPTH_MAX = 3
/** A nested archive is held in memory while it is inspected. */
export const INNER_ARCHIVE_BYTES_MAX = 16 * 1024 * 1024
/** Relationship parts grow with the hyperlinks of a sheet, which has at most 65,530. */
export const OFFICE_PART_BYTES_MAX = 32 * 1024 * 1024
