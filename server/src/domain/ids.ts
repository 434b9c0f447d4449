/** Ids are UUIDs; the brand prevents passing an account's id where a vendor's is expected. */
export type Id<Of extends string> = string & { readonly __of: Of }
export type VendorId = Id<'vendor'>
export type AccountId = Id<'account'>

/** Used instead of a vendor's id for the platform itself: its data key, its outbox rows. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000' as VendorId
