/** Published: no upload is larger. */
export const FILE_BYTES_MAX = 52_428_800
/** Published: what an archive may inflate to, in all its entries and in archives inside it together. */
export const INFLATED_BYTES_MAX = 600 * 1024 * 1024
/** Published: inflated to stored bytes, of each entry and of the whole file. */
export const INFLATE_RATIO_MAX = 200
/** Below this the ratio says nothing: a small sheet of equal rows passes it easily and harms nobody. */
export const INFLATE_RATIO_FLOOR_BYTES = 1024 * 1024
export const ARCHIVE_ENTRIES_MAX = 10_000
/** A workbook inside a document inside an archive is the most that honest files need. */
export const ARCHIVE_DEPTH_MAX = 3
/** An archive inside an archive is held in memory while it is looked at. */
export const INNER_ARCHIVE_BYTES_MAX = 16 * 1024 * 1024
/** Relationship parts grow with the hyperlinks of a sheet, of which there are 65,530 at most. */
export const OFFICE_PART_BYTES_MAX = 32 * 1024 * 1024
