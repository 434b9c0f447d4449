import { save } from '../save.mjs'
import { csv, list, OUTLOOK_PHONES, phoneFields, quoted } from './csv.mjs'

export function outlookClassic() {
  const headings = list(`Title, First Name, Middle Name, Last Name, Suffix, Company, Department, Job Title,
    Business Street, Business Street 2, Business Street 3, Business City, Business State, Business Postal Code,
    Business Country/Region, Home Street, Home Street 2, Home Street 3, Home City, Home State, Home Postal Code,
    Home Country/Region, Other Street, Other Street 2, Other Street 3, Other City, Other State, Other Postal Code,
    Other Country/Region, Assistant's Phone, Business Fax, Business Phone, Business Phone 2, Callback, Car Phone,
    Company Main Phone, Home Fax, Home Phone, Home Phone 2, ISDN, Mobile Phone, Other Fax, Other Phone, Pager,
    Primary Phone, Radio Phone, TTY/TDD Phone, Telex, Account, Anniversary, Assistant's Name, Billing Information,
    Birthday, Business Address PO Box, Categories, Children, Directory Server, E-mail Address, E-mail Type,
    E-mail Display Name, E-mail 2 Address, E-mail 2 Type, E-mail 2 Display Name, E-mail 3 Address, E-mail 3 Type,
    E-mail 3 Display Name, Gender, Government ID Number, Hobby, Home Address PO Box, Initials, Internet Free Busy,
    Keywords, Language, Location, Manager's Name, Mileage, Notes, Office Location, Organizational ID Number,
    Other Address PO Box, Priority, Private, Profession, Referred By, Sensitivity, Spouse, User 1, User 2, User 3,
    User 4, Web Page`)
  const rows = [
    {
      Title: 'Frau',
      'First Name': 'Zoë',
      'Last Name': 'Müller',
      Company: 'Müller & Söhne',
      'Business Country/Region': 'Germany',
      "Assistant's Phone": '0221 4710777',
      'Business Fax': '0221 4710778',
      'Business Phone': '(0221) 471-0123',
      'Mobile Phone': '0151 23456705',
      Anniversary: '0/0/00',
      Birthday: '17.05.1990',
      Categories: 'VIP;Köln',
      'E-mail Address': 'zoe@example.test',
      'E-mail Type': 'SMTP',
      'E-mail Display Name': 'Zoë Müller (zoe@example.test)',
      Gender: 'Unspecified',
      Notes: 'ruft zurück\r\n"später"',
      Priority: 'Normal',
      Private: 'False',
      Sensitivity: 'Normal',
    },
    { 'First Name': 'Ben', 'Last Name': 'Ode', 'Mobile Phone': '+44 7400 123456', Gender: 'Unspecified' },
  ]
  const zoe = {
    name: 'Zoë Müller',
    labels: ['VIP', 'Köln'],
    attributes: {
      Title: 'Frau',
      Company: 'Müller & Söhne',
      'Business Fax': '0221 4710778',
      "Assistant's Phone": '0221 4710777',
      Notes: 'ruft zurück\r\n"später"',
      'E-mail Display Name': 'Zoë Müller (zoe@example.test)',
    },
  }
  const content = csv(headings, rows, { write: (text) => (text === '' ? '' : quoted(text)), lineEnd: '\r\n' })
  save('layouts/outlook-classic.csv', Buffer.from(content, 'latin1'), {
    about: 'Outlook for Windows, in Windows-1252',
    fields: {
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'Business Country/Region': 'country',
      Categories: 'labels',
      ...phoneFields(OUTLOOK_PHONES),
    },
    contacts: [
      { ...zoe, number: '+492214710123' },
      { ...zoe, number: '+4915123456705' },
      { name: 'Ben Ode', number: '+447400123456', labels: [], attributes: {} },
    ],
    failed: [],
  })
}

export function outlookOnline() {
  const headings = list(`First Name, Middle Name, Last Name, Title, Suffix, Nickname, Given Yomi, Surname Yomi,
    E-mail Address, E-mail 2 Address, E-mail 3 Address, Home Phone, Home Phone 2, Business Phone, Business Phone 2,
    Mobile Phone, Car Phone, Other Phone, Primary Phone, Pager, Business Fax, Home Fax, Other Fax, Company Main Phone,
    Callback, Radio Phone, Telex, TTY/TDD Phone, IMAddress, Job Title, Department, Company, Office Location,
    Manager's Name, Assistant's Name, Assistant's Phone, Company Yomi, Business Street, Business City, Business State,
    Business Postal Code, Business Country/Region, Home Street, Home City, Home State, Home Postal Code,
    Home Country/Region, Other Street, Other City, Other State, Other Postal Code, Other Country/Region,
    Personal Web Page, Spouse, Schools, Hobby, Location, Web Page, Birthday, Anniversary, Notes`)
  const rows = [
    { 'First Name': 'Asha', 'Last Name': 'Rao', 'Home Phone': '020 2612 3456', 'Mobile Phone': '98765 00001' },
    { 'First Name': 'Ben', 'Mobile Phone': '+44 7400 123456', Spouse: 'Mia', Pager: '12345' },
  ]
  const ambiguous = { warnings: ['ambiguous country'] }
  save('layouts/outlook-online.csv', csv(headings, rows, { lineEnd: '\r\n', mark: '\ufeff' }), {
    about: 'Outlook on the web',
    fields: { 'First Name': 'firstName', 'Last Name': 'lastName', ...phoneFields(OUTLOOK_PHONES) },
    contacts: [
      { name: 'Asha Rao', number: '+912026123456', labels: [], attributes: {}, ...ambiguous },
      { name: 'Asha Rao', number: '+919876500001', labels: [], attributes: {}, ...ambiguous },
      { name: 'Ben', number: '+447400123456', labels: [], attributes: { Spouse: 'Mia', Pager: '12345' } },
    ],
    failed: [],
  })
}
