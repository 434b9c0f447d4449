/**
 * The position of a contact in the file as one number that sorts in file order: row × SLOTS_PER_ROW + index in the row.
 */
export const SLOTS_PER_ROW = 65_536

export const rowOfSlot = (slot: bigint) => Number(slot / BigInt(SLOTS_PER_ROW))
export const firstSlotOf = (row: number) => BigInt(row) * BigInt(SLOTS_PER_ROW)

/** Rows are numbered with 32 bits. */
export const ROW_INDEX_MAX = 2 ** 31 - 2
