/** Contains ids only; the search text stays out of the URL. */
export interface ContactsSearch {
  label?: string
  list?: string
}
