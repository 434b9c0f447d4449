/** A row of the file and a place within it are one number, which sorts like the file. */
export const SLOTS_PER_ROW = 65_536

export const rowOf = (place: bigint) => Number(place / BigInt(SLOTS_PER_ROW))
export const firstSlotOf = (row: number) => BigInt(row) * BigInt(SLOTS_PER_ROW)

/** Rows are numbered with 32 bits. */
export const ROW_INDEX_MAX = 2 ** 31 - 2
