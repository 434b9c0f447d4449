import { countAllContacts } from '../../contacts/bulk/export-records.ts'
import { readProfile } from '../../vendors/profile.ts'
import { readWallet } from '../../wallet/read.ts'
import type { ZipEntry } from '../zip.ts'
import { campaignFiles, listAllCampaigns } from './campaign-files.ts'
import { contactFiles } from './contact-files.ts'
import { countingLines, jsonOf } from './formats.ts'
import { moneyFiles } from './money-files.ts'
import { readme } from './readme.ts'
import type { ExportSource } from './source.ts'

/** The files of an export, and how many lines the long ones have together. `onRows` is told about written lines. */
export async function listEntries(source: ExportSource, onRows: (rows: number) => Promise<void>) {
  const { deps, snapshot, vendorId } = source
  const profile = await readProfile(deps, snapshot, vendorId)
  const campaigns = await listAllCampaigns(source)
  const contacts = await countAllContacts(snapshot, vendorId)
  const { head_sequence: ledgerEntries } = await readWallet(snapshot, vendorId)
  const now = deps.clock.now()
  const entries: ZipEntry[] = [
    { name: 'README.txt', read: () => inOneText(readme(profile.companyName, now)) },
    { name: 'company.json', read: () => jsonOf(async () => profile) },
    ...contactFiles(source),
    ...campaignFiles(source, campaigns),
    ...(await moneyFiles(source)),
  ]
  return {
    // Each contact is in two files.
    rowsTotal: 2 * contacts + campaigns.reduce((sum, { recipients }) => sum + recipients, 0) + Number(ledgerEntries),
    entries: entries.map((entry) => (entry.name.endsWith('.pdf') ? entry : counted(entry, onRows))),
  }
}

const counted = ({ name, read }: ZipEntry, onRows: (rows: number) => Promise<void>): ZipEntry => ({
  name,
  read: () => countingLines(read() as AsyncIterable<string>, onRows),
})

async function* inOneText(text: string) {
  yield text
}
