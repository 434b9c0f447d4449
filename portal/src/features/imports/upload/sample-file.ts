import { save } from '../../../api/download.ts'

const ROWS = [
  ['Name', 'Phone', 'Country', 'Labels', 'City'],
  ['Asha Rao', '+91 98765 43210', 'India', 'VIP, Diwali', 'Pune'],
  ['Ben Carter', '+44 7400 123456', 'United Kingdom', '', 'Leeds'],
  ['Cleo & Dev', '+91 98765 43211 / +91 98765 43212', 'India', 'Family', 'Mumbai'],
]

const cell = (text: string) => (/[",]/.test(text) ? `"${text}"` : text)

export const downloadSample = () =>
  save(
    new Blob([ROWS.map((row) => row.map(cell).join(',')).join('\r\n'), '\r\n'], { type: 'text/csv' }),
    'harkara-sample.csv',
  )
