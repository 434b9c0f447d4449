import vcardsJs from 'vcards-js'
import { save } from './save.mjs'

export function writeVcards() {
  for (const version of ['2.1', '3.0', '4.0'])
    save(`vcards-js/version-${version}.vcf`, cards(version), {
      about: `two cards in version ${version}, with several numbers, a fax, addresses and a note`,
      headerRow: 1,
      columns: ['Name', 'Phone', 'Fax', 'Email', 'Company', 'Job title', 'Address', 'Website', 'Notes'],
      rows: [
        [
          2,
          'Asha K Rao',
          '+91 98765 00001; +91 98765 00002; 020 2612 3456',
          '020 2612 3457',
          'asha@example.test',
          'Rao & Söhne, Pune',
          'Owner',
          '12 MG Road, Pune, 411001, India',
          'https://example.test/',
          'likes tea, coffee\nand cake',
        ],
        [3, 'Ben Ode', '+44 7400 123456'],
      ],
    })
}

function cards(version) {
  const asha = vcardsJs()
  Object.assign(asha, {
    version,
    uid: '1',
    firstName: 'Asha',
    middleName: 'K',
    lastName: 'Rao',
    organization: 'Rao & Söhne; Pune',
    cellPhone: ['+91 98765 00001', '+91 98765 00002'],
    workPhone: '020 2612 3456',
    workFax: '020 2612 3457',
    email: 'asha@example.test',
    title: 'Owner',
    url: 'https://example.test/',
    note: 'likes tea, coffee\nand cake',
  })
  Object.assign(asha.homeAddress, { street: '12 MG Road', city: 'Pune', postalCode: '411001', countryRegion: 'India' })
  const ben = vcardsJs()
  Object.assign(ben, { version, uid: '2', firstName: 'Ben', lastName: 'Ode', cellPhone: '+44 7400 123456' })
  return asha.getFormattedString() + ben.getFormattedString()
}
