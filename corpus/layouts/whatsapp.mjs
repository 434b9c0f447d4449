import { save } from '../save.mjs'
import { csv, list } from './csv.mjs'

export function interakt() {
  const headings = list('Name, Country Code, Phone Number, Email, WhatsApp Opted, User ID, Area, City, Tags')
  const rows = [
    { Name: 'Asha Rao', 'Country Code': '91', 'Phone Number': '9876500001', 'WhatsApp Opted': 'TRUE', Tags: 'vip' },
    {
      Name: 'Ben Ode',
      'Country Code': '44',
      'Phone Number': '7400123456',
      'WhatsApp Opted': 'FALSE',
      'User ID': '9876500099',
      City: 'Leeds',
    },
  ]
  save('layouts/interakt.csv', csv(headings, rows), {
    about: 'contacts of Interakt: the calling code in a column of its own',
    fields: {
      Name: 'name',
      'Country Code': 'country',
      'Phone Number': 'phone',
      'WhatsApp Opted': 'consent',
      Tags: 'labels',
    },
    contacts: [
      { name: 'Asha Rao', number: '+919876500001', labels: ['vip'], attributes: {}, consent: 'OPTED_IN' },
      {
        name: 'Ben Ode',
        number: '+447400123456',
        labels: [],
        attributes: { 'User ID': '9876500099', City: 'Leeds' },
        consent: 'OPTED_OUT',
      },
    ],
    failed: [],
  })
}

export function aiSensy() {
  const headings = list(`Name, Mobile Number, Tags, Source, Status, State, Last Active, Created At, Incoming Blocked,
    Opted In, First Message, Assigned Agent`)
  const rows = [
    {
      Name: 'Asha Rao',
      'Mobile Number': '919876500001',
      Tags: 'vip,new',
      Source: 'IMPORT',
      Status: 'ACTIVE',
      'Created At': '29/02/2024 13:45',
      'Opted In': 'true',
      'First Message': 'Hi, is it open?',
    },
    {
      Name: '',
      'Mobile Number': '+447400123456',
      Source: 'ORGANIC',
      'Opted In': 'false',
      'Assigned Agent': 'Mia Staff',
    },
  ]
  save('layouts/aisensy.csv', csv(headings, rows), {
    about: 'contacts of AiSensy',
    fields: { Name: 'name', 'Mobile Number': 'phone', Tags: 'labels', 'Opted In': 'consent' },
    contacts: [
      {
        name: 'Asha Rao',
        number: '+919876500001',
        labels: ['vip', 'new'],
        attributes: { Source: 'IMPORT', 'First Message': 'Hi, is it open?' },
        consent: 'OPTED_IN',
      },
      {
        name: '',
        number: '+447400123456',
        labels: [],
        attributes: { 'Assigned Agent': 'Mia Staff' },
        consent: 'OPTED_OUT',
      },
    ],
    failed: [],
  })
}

export function wati() {
  const headings = list('Name, CountryCode, Phone, AllowBroadcast, AllowSMS, city, plan')
  const rows = [
    {
      Name: 'Asha Rao',
      CountryCode: '91',
      Phone: '9876500001',
      AllowBroadcast: 'TRUE',
      AllowSMS: 'TRUE',
      plan: 'gold',
    },
    { Name: 'Ben Ode', CountryCode: '44', Phone: '7400123456', AllowBroadcast: 'FALSE', AllowSMS: 'TRUE' },
  ]
  save('layouts/wati.csv', csv(headings, rows), {
    about: 'contacts of WATI',
    fields: { Name: 'name', CountryCode: 'country', Phone: 'phone', AllowBroadcast: 'consent' },
    contacts: [
      {
        name: 'Asha Rao',
        number: '+919876500001',
        labels: [],
        attributes: { AllowSMS: 'TRUE', plan: 'gold' },
        consent: 'OPTED_IN',
      },
      { name: 'Ben Ode', number: '+447400123456', labels: [], attributes: {}, consent: 'OPTED_OUT' },
    ],
    failed: [],
  })
}
