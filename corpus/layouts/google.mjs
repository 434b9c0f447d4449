import { save } from '../save.mjs'
import { csv, list, OUTLOOK_PHONES, phoneFields } from './csv.mjs'

const ADDRESS = ['Formatted', 'Street', 'City', 'PO Box', 'Region', 'Postal Code', 'Country', 'Extended Address']

export function googleContacts() {
  const headings = [
    ...list(`First Name, Middle Name, Last Name, Phonetic First Name, Phonetic Middle Name, Phonetic Last Name,
      Name Prefix, Name Suffix, Nickname, File As, Organization Name, Organization Title, Organization Department,
      Birthday, Notes, Photo, Labels`),
    ...[1, 2].flatMap((i) => [`E-mail ${i} - Label`, `E-mail ${i} - Value`]),
    ...[1, 2].flatMap((i) => [`Phone ${i} - Label`, `Phone ${i} - Value`]),
    'Address 1 - Label',
    ...ADDRESS.map((part) => `Address 1 - ${part}`),
    ...list('Relation 1 - Label, Relation 1 - Value, Website 1 - Label, Website 1 - Value'),
    ...list('Event 1 - Label, Event 1 - Value, Custom Field 1 - Label, Custom Field 1 - Value'),
  ]
  const rows = [
    {
      'First Name': 'Asha',
      'Middle Name': 'K.',
      'Last Name': 'Rao',
      Birthday: '1990-05-17',
      Notes: 'Likes tea, not coffee\nCalls back "late"',
      Labels: 'Family ::: Yoga class ::: * myContacts ::: * starred',
      'E-mail 1 - Label': '* Home',
      'E-mail 1 - Value': 'asha@example.test ::: rao@example.test',
      'Phone 1 - Label': 'Mobile',
      'Phone 1 - Value': '+91 98765 00001 ::: +91 98765 00002',
      'Phone 2 - Label': 'Work',
      'Phone 2 - Value': '020 2612 3456',
      'Address 1 - Label': 'Home',
      'Address 1 - Formatted': '12 MG Road\nPune 411001\nIndia',
      'Address 1 - Street': '12 MG Road',
      'Address 1 - City': 'Pune',
      'Address 1 - Postal Code': '411001',
      'Address 1 - Country': 'India',
    },
    {
      'Organization Name': 'Blue Tea House',
      Labels: '* myContacts',
      'Phone 1 - Label': 'Work',
      'Phone 1 - Value': '+44 7400 123456',
    },
    { 'First Name': 'José', 'Last Name': 'Núñez', Labels: '* myContacts', 'E-mail 1 - Value': 'jose@example.test' },
  ]
  const attributes = {
    'Middle Name': 'K.',
    Notes: 'Likes tea, not coffee\nCalls back "late"',
    'E-mail 1 - Value': 'asha@example.test ::: rao@example.test',
    'Phone 1 - Label': 'Mobile',
    'Address 1 - Country': undefined,
  }
  const asha = { name: 'Asha Rao', labels: ['Family', 'Yoga class', 'myContacts', 'starred'], attributes }
  save('layouts/google-contacts.csv', csv(headings, rows), {
    about: 'Google Contacts, the layout since 2024',
    fields: {
      'First Name': 'firstName',
      'Last Name': 'lastName',
      Labels: 'labels',
      'Phone 1 - Value': 'phone',
      'Phone 2 - Value': 'phone',
      'Address 1 - Country': 'country',
    },
    contacts: [
      { ...asha, number: '+919876500001' },
      { ...asha, number: '+919876500002' },
      { ...asha, number: '+912026123456' },
      {
        name: '',
        number: '+447400123456',
        labels: ['myContacts'],
        attributes: { 'Organization Name': 'Blue Tea House' },
      },
    ],
    failed: [[4, 'no valid phone number found']],
  })
}

export function googleContactsBefore2024() {
  const headings = [
    ...list(`Name, Given Name, Additional Name, Family Name, Yomi Name, Given Name Yomi, Additional Name Yomi,
      Family Name Yomi, Name Prefix, Name Suffix, Initials, Nickname, Short Name, Maiden Name, Birthday, Gender,
      Location, Billing Information, Directory Server, Mileage, Occupation, Hobby, Sensitivity, Priority, Subject,
      Notes, Language, Photo, Group Membership, E-mail 1 - Type, E-mail 1 - Value, IM 1 - Type, IM 1 - Service,
      IM 1 - Value, Phone 1 - Type, Phone 1 - Value, Phone 2 - Type, Phone 2 - Value, Phone 3 - Type, Phone 3 - Value,
      Address 1 - Type`),
    ...ADDRESS.map((part) => `Address 1 - ${part}`),
    ...list(`Organization 1 - Type, Organization 1 - Name, Organization 1 - Yomi Name, Organization 1 - Title,
      Organization 1 - Department, Organization 1 - Symbol, Organization 1 - Location,
      Organization 1 - Job Description, Website 1 - Type, Website 1 - Value, Custom Field 1 - Type,
      Custom Field 1 - Value`),
  ]
  const rows = [
    {
      Name: 'Asha K. Rao',
      'Given Name': 'Asha',
      'Additional Name': 'K.',
      'Family Name': 'Rao',
      'Group Membership': '* myContacts ::: Family',
      'E-mail 1 - Type': '* Home',
      'E-mail 1 - Value': 'asha@example.test',
      'Phone 1 - Type': 'Mobile',
      'Phone 1 - Value': '+91 98765 00001 ::: +91 98765 00002',
      'Phone 2 - Type': 'Work Fax',
      'Phone 3 - Type': 'Work',
      'Phone 3 - Value': '+91 20 2612 3456',
      'Organization 1 - Name': 'Rao & Sons',
    },
    { Name: 'José Núñez', 'Group Membership': '* My Contacts', 'Phone 1 - Value': '+34 612 34 56 01' },
  ]
  const attributes = { 'Additional Name': 'K.', 'Organization 1 - Name': 'Rao & Sons', 'Phone 1 - Type': 'Mobile' }
  const asha = { name: 'Asha K. Rao', labels: ['myContacts', 'Family'], attributes }
  save('layouts/google-contacts-before-2024.csv', csv(headings, rows, { lineEnd: '\r\n' }), {
    about: 'Google Contacts, the layout until 2024',
    fields: {
      Name: 'name',
      'Given Name': 'firstName',
      'Family Name': 'lastName',
      'Group Membership': 'labels',
      'Phone 1 - Value': 'phone',
      'Phone 2 - Value': 'phone',
      'Phone 3 - Value': 'phone',
    },
    contacts: [
      { ...asha, number: '+919876500001' },
      { ...asha, number: '+919876500002' },
      { ...asha, number: '+912026123456' },
      { name: 'José Núñez', number: '+34612345601', labels: ['My Contacts'], attributes: {} },
    ],
    failed: [],
  })
}

export function googleAsOutlook() {
  const headings = list(`First Name, Middle Name, Last Name, Title, Suffix, Initials, Web Page, Gender, Birthday,
    Anniversary, Location, Language, Internet Free Busy, Notes, E-mail Address, E-mail 2 Address, E-mail 3 Address,
    Primary Phone, Home Phone, Home Phone 2, Mobile Phone, Pager, Home Fax, Home Address, Home Street, Home Street 2,
    Home Street 3, Home Address PO Box, Home City, Home State, Home Postal Code, Home Country, Spouse, Children,
    Manager's Name, Assistant's Name, Referred By, Company Main Phone, Business Phone, Business Phone 2, Business Fax,
    Assistant's Phone, Company, Job Title, Department, Office Location, Organizational ID Number, Profession, Account,
    Business Address, Business Street, Business City, Business Country, Other Phone, Other Fax, Callback, Car Phone,
    ISDN, Radio Phone, TTY/TDD Phone, Telex, User 1, User 2, Keywords, Mileage, Hobby, Billing Information, Priority,
    Sensitivity, Private, Categories`)
  const rows = [
    {
      'First Name': 'Asha',
      'Last Name': 'Rao',
      'Primary Phone': '+91 98765 00001',
      'Home Address': '12 MG Road\nPune 411001',
      'Home Country': 'India',
      'Company Main Phone': '020 2612 3456',
      "Assistant's Phone": '98765 00077',
      Categories: 'Family;myContacts',
    },
  ]
  const asha = {
    name: 'Asha Rao',
    labels: ['Family', 'myContacts'],
    attributes: { "Assistant's Phone": '98765 00077', 'Home Address': '12 MG Road\nPune 411001' },
  }
  save('layouts/google-outlook.csv', csv(headings, rows), {
    about: 'Google Contacts, exported for Outlook',
    fields: {
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'Home Country': 'country',
      Categories: 'labels',
      ...phoneFields(OUTLOOK_PHONES),
    },
    contacts: [
      { ...asha, number: '+919876500001' },
      { ...asha, number: '+912026123456' },
    ],
    failed: [],
  })
}

export function googleCards() {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Asha K. Rao',
    'N:Rao;Asha;K.;;',
    'EMAIL;TYPE=INTERNET;TYPE=HOME:asha@example.test',
    'TEL;TYPE=CELL:+91 98765 00001',
    'item1.TEL:098765 00002',
    'item1.X-ABLabel:',
    'TEL;TYPE=WORKFAX:020 2612 3457',
    'ADR;TYPE=HOME:;;12 MG Road;Pune;Maharashtra;411001;India;12 MG Road\\nPune\\, Maharashtra 411001\\nIndia',
    'ORG:Rao & Sons',
    'TITLE:Owner',
    'BDAY:1990-05-17',
    'item2.URL:https\\://example.test/',
    'item2.X-ABLabel:PROFILE',
    'NOTE:Likes tea\\, not coffee',
    'CATEGORIES:Yoga class,myContacts,starred',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:;;;;',
    'TEL;TYPE=WORK:+44 7400 123456',
    'CATEGORIES:myContacts',
    'END:VCARD',
    '',
  ]
  const labels = ['Yoga class', 'myContacts', 'starred']
  const attributes = {
    Company: 'Rao & Sons',
    Email: 'asha@example.test',
    Fax: '020 2612 3457',
    Notes: 'Likes tea, not coffee',
    Website: 'https://example.test/',
    Birthday: '1990-05-17',
  }
  save('layouts/google-contacts.vcf', lines.join('\r\n'), {
    about: 'Google Contacts, exported as vCard',
    fields: { Name: 'name', Phone: 'phone', Labels: 'labels' },
    contacts: [
      { name: 'Asha K. Rao', number: '+919876500001', labels, attributes },
      { name: 'Asha K. Rao', number: '+919876500002', labels, attributes, warnings: ['ambiguous country'] },
      { name: '', number: '+447400123456', labels: ['myContacts'], attributes: {} },
    ],
    failed: [],
  })
}
