/** Ids are UUIDs; the brand keeps a user's id from being passed where a vendor's belongs. */
export type Id<Of extends string> = string & { readonly __of: Of }
export type VendorId = Id<'vendor'>
export type AccountId = Id<'account'>

/** Stands where a vendor's id is asked but the platform itself is meant: its data key, its outbox rows. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000' as VendorId
