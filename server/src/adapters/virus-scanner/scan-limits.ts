/** A workbook inside a document inside an archive is the most that honest files need. */
export const ARCHIVE_DEPTH_MAX = 3
/** An archive inside an archive is held in memory while it is looked at. */
export const INNER_ARCHIVE_BYTES_MAX = 16 * 1024 * 1024
/** Relationship parts grow with the hyperlinks of a sheet, of which there are 65,530 at most. */
export const OFFICE_PART_BYTES_MAX = 32 * 1024 * 1024
