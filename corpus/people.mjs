/** The same people for every library; the numbers are invented. */
export const HEADER = ['Name', 'Phone', 'City', 'Tags']
export const PEOPLE = [
  ['Asha Rao', '+919876500001', 'Pune', 'vip, new'],
  ['José Núñez', '+34612345601', 'Málaga', ''],
  ['श्रीमती देवी', '+919876500003', 'जयपुर', 'VIP'],
  ['أحمد علي', '+971501234504', 'دبي', ''],
  ['Zoë "Zo" Müller & Söhne', '+4915123456705', 'Köln', 'a;b'],
  ['O’Brien, Pat 😀', '+353851234506', '', 'new'],
]
export const CONTACTS = [HEADER, ...PEOPLE]
