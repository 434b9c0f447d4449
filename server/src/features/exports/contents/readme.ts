const FILES: readonly (readonly [name: string, content: string])[] = [
  ['company.json', 'Your company and billing details'],
  ['contacts.csv', 'All contacts. This file can be imported again'],
  ['contacts.jsonl', 'The same contacts with ids, attributes, consent and opt-outs'],
  ['lists.csv', 'Contact lists. A dynamic list contains the contacts with its labels'],
  ['list-members.csv', 'Contacts of the static lists, by id'],
  ['templates.jsonl', 'Message templates'],
  ['campaigns.csv', 'Campaigns with results and cost'],
  ['campaigns.jsonl', 'The same campaigns with variables, failures and cost in detail'],
  ['messages/campaign-*.csv', 'Every message of a campaign: recipient, status, times and cost'],
  ['messages/conversations.csv', 'Messages that people sent you, and replies, auto-replies and tests that you sent'],
  ['wallet.json', 'The balance of your wallet'],
  ['ledger.csv', 'Every ledger entry, oldest first. Each hash covers its entry and the hash before it'],
  ['invoices.csv, invoices.jsonl', 'Invoices; the second file has every field'],
  ['invoices/*.pdf', 'The invoices as PDF'],
  ['credit-notes.csv', 'Credit notes'],
  ['credit-notes/*.pdf', 'The credit notes as PDF'],
]
const NAME_CHARS = 30

/** For whoever opens the file, perhaps years later and without our documentation. */
export const readme = (companyName: string, createdAt: Date) => `Data of ${companyName}
Exported from Harkara on ${createdAt.toISOString()} (UTC). All files show the state of that moment.

${FILES.map(([name, content]) => `${name.padEnd(NAME_CHARS)}${content}`).join('\n')}

Files are encoded in UTF-8. A .jsonl file has one JSON object on each line. Amounts are in the smallest unit of the
currency: 12345 in INR is 123.45 rupees. Times are in UTC. In .csv files a cell that a spreadsheet would run as a formula
begins with an apostrophe.

This export contains personal data of your contacts. Store it safely and delete it when you no longer need it.
`
