import { save } from '../save.mjs'

export function appleContacts() {
  const photo = Buffer.alloc(150, 0x80).toString('base64').replace(/.{72}/g, '$&\r\n  ')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Apple Inc.//macOS 14.5//EN',
    'N:Rao;Asha;;;',
    'FN:Asha Rao',
    'ORG:Rao & Sons;',
    'EMAIL;type=INTERNET;type=HOME;type=pref:asha@example.test',
    'TEL;type=CELL;type=VOICE;type=pref:+91 98765 00001',
    'item1.TEL:+91 98765 00002',
    'item1.X-ABLabel:_$!<Other>!$_',
    'TEL;type=HOME;type=FAX:020 2612 3457',
    'item2.ADR;type=HOME;type=pref:;;12 MG Road;Pune;;411001;India',
    'item2.X-ABADR:in',
    'NOTE:Likes tea\\, not coffee\\nCalls back late',
    'item3.URL;type=pref:https\\://example.test/',
    'item3.X-ABLabel:_$!<HomePage>!$_',
    'BDAY:1990-05-17',
    `PHOTO;ENCODING=b;TYPE=JPEG:${photo}`,
    'X-SOCIALPROFILE;type=twitter:https://example.test/asha',
    'UID:5F2A-1',
    'X-ABUID:5F2A-1:ABPerson',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Apple Inc.//iOS 17.4//EN',
    'N:;;;;',
    'FN:Blue Tea House',
    'ORG:Blue Tea House;',
    'TEL;type=WORK;type=VOICE;type=pref:+44 7400 123456',
    'X-ABShowAs:COMPANY',
    'END:VCARD',
    '',
  ]
  const attributes = {
    Company: 'Rao & Sons',
    Email: 'asha@example.test',
    Fax: '020 2612 3457',
    Notes: 'Likes tea, not coffee\nCalls back late',
    Website: 'https://example.test/',
    Birthday: '1990-05-17',
    Address: '12 MG Road, Pune, 411001, India',
  }
  save('layouts/apple-contacts.vcf', lines.join('\r\n'), {
    about: 'Contacts of macOS and iOS',
    fields: { Name: 'name', Phone: 'phone' },
    contacts: [
      { name: 'Asha Rao', number: '+919876500001', labels: [], attributes },
      { name: 'Asha Rao', number: '+919876500002', labels: [], attributes },
      { name: 'Blue Tea House', number: '+447400123456', labels: [], attributes: { Company: 'Blue Tea House' } },
    ],
    failed: [],
  })
}
