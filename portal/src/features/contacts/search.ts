/** Ids alone: what somebody looked for stays out of the URL. */
export interface ContactsSearch {
  label?: string
  list?: string
}
