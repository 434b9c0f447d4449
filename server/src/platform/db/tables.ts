/**
 * The tables as the code sees them. Each slice adds its own beside the SQL that reads and writes them
 * (`declare module '…/platform/db/tables.ts'`), so that the platform knows no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the slices
export interface Tables {}
