import { save } from '../save.mjs'
import { csv, list, phoneFields, quoted } from './csv.mjs'

export function hubSpot() {
  const headings = list(`Record ID, First Name, Last Name, Email, Phone Number, Mobile Phone Number,
    WhatsApp Phone Number, Contact owner, Last Activity Date, Lead Status, Lifecycle Stage, Marketing contact status,
    Create Date, Country/Region, City, Number of times contacted, Associated Company, Associated Company IDs,
    Original Source`)
  const row = (name, more) => ({
    'Record ID': '51234567890',
    'First Name': name,
    'Contact owner': 'Mia Staff (mia@example.test)',
    'Lead Status': 'NEW',
    'Marketing contact status': 'Marketing contact',
    'Create Date': '2024-02-29 13:45',
    'Number of times contacted': '3',
    ...more,
  })
  const rows = [
    row('Asha', {
      'Last Name': 'Rao',
      'Phone Number': '+91 98765 00001',
      'Mobile Phone Number': '98765 00002',
      'WhatsApp Phone Number': '+919876500001',
      'Country/Region': 'India',
    }),
    row('Léa', { 'Phone Number': '06 12 34 56 01', 'Country/Region': 'France', City: 'Lyon' }),
  ]
  const attributes = { 'Record ID': '51234567890', 'Contact owner': 'Mia Staff (mia@example.test)' }
  save('layouts/hubspot.csv', csv(headings, rows, { write: quoted }), {
    about: 'contacts of HubSpot',
    fields: {
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'Phone Number': 'phone',
      'Mobile Phone Number': 'phone',
      'WhatsApp Phone Number': 'phone',
      'Country/Region': 'country',
    },
    contacts: [
      { name: 'Asha Rao', number: '+919876500001', labels: [], attributes },
      { name: 'Asha Rao', number: '+919876500002', labels: [], attributes },
      { name: 'Léa', number: '+33612345601', labels: [], attributes: { ...attributes, City: 'Lyon' } },
    ],
    failed: [],
  })
}

export function zohoCrm() {
  const headings = list(`Record Id, Contact Owner.id, Contact Owner, Lead Source, First Name, Last Name,
    Account Name.id, Account Name, Vendor Name.id, Vendor Name, Email, Title, Department, Phone, Home Phone, Other Phone,
    Fax, Mobile, Date of Birth, Assistant, Asst Phone, Reporting To.id, Reporting To, Created By.id, Created By,
    Modified By.id, Modified By, Created Time, Modified Time, Contact Name, Mailing Street, Other Street, Mailing City,
    Other City, Mailing State, Other State, Mailing Zip, Other Zip, Mailing Country, Other Country, Description,
    Email Opt Out, Skype ID, Salutation, Secondary Email, Last Activity Time, Unsubscribed Mode, Unsubscribed Time, Tag`)
  const rows = [
    {
      'Record Id': 'zcrm_554023000000204001',
      'Contact Owner.id': 'zcrm_554023000000143013',
      'Contact Owner': 'Mia Staff',
      'First Name': 'Asha',
      'Last Name': 'Rao',
      'Account Name': 'Rao & Sons',
      Phone: '020 2612 3456',
      Mobile: '98765 00001',
      Fax: '020 2612 3457',
      Assistant: 'Ben',
      'Asst Phone': '98765 00077',
      'Contact Name': 'Asha Rao',
      'Mailing Zip': '411001',
      'Mailing Country': 'India',
      Salutation: 'Ms.',
      Tag: 'VIP,Pune',
    },
    { 'Last Name': 'Ode', 'Contact Name': 'Ode', Mobile: '07400 123456', 'Mailing Country': 'United Kingdom' },
  ]
  const asha = {
    name: 'Asha Rao',
    labels: ['VIP', 'Pune'],
    attributes: { 'Account Name': 'Rao & Sons', 'Asst Phone': '98765 00077', Assistant: 'Ben', Fax: '020 2612 3457' },
  }
  save('layouts/zoho-crm.csv', csv(headings, rows), {
    about: 'contacts of Zoho CRM',
    fields: {
      'Contact Name': 'name',
      'First Name': 'firstName',
      'Last Name': 'lastName',
      ...phoneFields(['Phone', 'Home Phone', 'Other Phone', 'Mobile']),
      'Mailing Country': 'country',
      'Unsubscribed Time': 'consent',
      Tag: 'labels',
    },
    contacts: [
      { ...asha, number: '+912026123456' },
      { ...asha, number: '+919876500001' },
      { name: 'Ode', number: '+447400123456', labels: [], attributes: {} },
    ],
    failed: [],
  })
}
