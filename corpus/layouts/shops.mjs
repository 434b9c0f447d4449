import { save } from '../save.mjs'
import { csv, list, quoted } from './csv.mjs'

export function shopify() {
  const headings = list(`Customer ID, First Name, Last Name, Email, Accepts Email Marketing, Default Address Company,
    Default Address Address1, Default Address Address2, Default Address City, Default Address Province Code,
    Default Address Country Code, Default Address Zip, Default Address Phone, Phone, Accepts SMS Marketing, Total Spent,
    Total Orders, Note, Tax Exempt, Tags`)
  const row = (id, first, last, more) => ({
    'Customer ID': `'${id}`,
    'First Name': first,
    'Last Name': last,
    'Accepts Email Marketing': 'no',
    'Accepts SMS Marketing': 'yes',
    'Total Spent': '1200.50',
    'Total Orders': '3',
    'Tax Exempt': 'no',
    ...more,
  })
  const rows = [
    row('6940095564001', 'Asha', 'Rao', {
      'Default Address City': 'Pune',
      'Default Address Country Code': 'IN',
      'Default Address Zip': "'411001",
      'Default Address Phone': '098765 00001',
      Phone: "'+919876500001",
      Tags: 'vip, wholesale',
    }),
    row('6940095564002', 'Noah', 'Roy', {
      'Default Address Country Code': 'CA',
      'Default Address Phone': '(416) 555-0142',
      'Accepts SMS Marketing': 'no',
      Note: 'leave at the door',
    }),
    row('6940095564003', 'Ema', '', { Email: 'ema@example.test', 'Default Address Country Code': 'IN' }),
  ]
  save('layouts/shopify.csv', csv(headings, rows), {
    about: 'customers of Shopify',
    fields: {
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'Default Address Country Code': 'country',
      'Default Address Phone': 'phone',
      Phone: 'phone',
      'Accepts SMS Marketing': 'consent',
      Tags: 'labels',
    },
    contacts: [
      {
        name: 'Asha Rao',
        number: '+919876500001',
        labels: ['vip', 'wholesale'],
        attributes: { 'Customer ID': "'6940095564001", 'Total Spent': '1200.50', 'Default Address City': 'Pune' },
        consent: 'OPTED_IN',
      },
      {
        name: 'Noah Roy',
        number: '+14165550142',
        labels: [],
        attributes: { Note: 'leave at the door' },
        consent: 'OPTED_OUT',
      },
    ],
    failed: [[4, 'no valid phone number found']],
  })
}

export function mailchimp() {
  const headings = list(`Email Address, First Name, Last Name, Address, Phone Number, Birthday, MEMBER_RATING,
    OPTIN_TIME, OPTIN_IP, CONFIRM_TIME, CONFIRM_IP, LATITUDE, LONGITUDE, GMTOFF, DSTOFF, TIMEZONE, CC, REGION,
    LAST_CHANGED, LEID, EUID, NOTES, TAGS`)
  const rows = [
    {
      'Email Address': 'asha@example.test',
      'First Name': 'Asha',
      'Last Name': 'Rao',
      Address: '12 MG Road  Pune  411001 IN',
      'Phone Number': '98765 00001',
      Birthday: '05/17',
      MEMBER_RATING: '2',
      CONFIRM_TIME: '2024-02-29 13:45:00',
      LATITUDE: '18.5204000',
      LONGITUDE: '73.8567000',
      TIMEZONE: 'Asia/Kolkata',
      CC: 'IN',
      LEID: '123456789',
      EUID: 'c2cb0681af',
      TAGS: '"VIP","Pune, west","say ""hi"""',
    },
    {
      'Email Address': 'ben@example.test',
      'First Name': 'Ben',
      'Phone Number': '07400 123456',
      CC: 'GB',
      LEID: '123456790',
      EUID: 'c2cb0681b0',
      NOTES: 'met in May',
      TAGS: '"VIP"',
    },
  ]
  const write = (text) => (/[ ",\n]/.test(text) ? quoted(text) : text)
  save('layouts/mailchimp.csv', csv(headings, rows, { write }), {
    about: 'an audience of Mailchimp, with tags in quotes',
    fields: {
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'Phone Number': 'phone',
      OPTIN_TIME: 'consent',
      CC: 'country',
      TAGS: 'labels',
    },
    contacts: [
      {
        name: 'Asha Rao',
        number: '+919876500001',
        labels: ['VIP', 'Pune, west', 'say "hi"'],
        attributes: { LEID: '123456789', Birthday: '05/17', Address: '12 MG Road  Pune  411001 IN' },
      },
      { name: 'Ben', number: '+447400123456', labels: ['VIP'], attributes: { NOTES: 'met in May' } },
    ],
    failed: [],
  })
}
