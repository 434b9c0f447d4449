import { expect, test } from 'vitest'
import { decodeText, detectEncoding } from './encoding.ts'

const textOf = (file: Buffer) => [...decodeText(file)].join('')
const latin1 = (text: string) => Buffer.from(text, 'latin1')

test('every byte of windows-1252 is decoded as on Windows, whatever Node does', () => {
  expect(textOf(latin1('name\nRen\xe9 \x80\x85\x8a\x91x\x92\x93y\x94\x96\x99\x9f\xff\n'))).toBe(
    'name\nRené €…Š‘x’“y”–™Ÿÿ\n',
  )
})

test.each([
  [
    'windows-1251',
    'cff0e8e2e5f22c20ece8f03b20c8e2e0ed20cfe5f2f0eee220f1eaeee2e00a',
    'Привет, мир; Иван Петров скова\n',
  ],
  ['gb18030', 'd5c5ceb02cd2bb0acdf5b7bc2cb6fe0ac0eec4c82cc8fd0ac1f5d1f32c310a', '张伟,一\n王芳,二\n李娜,三\n刘洋,1\n'],
])('text in %s is recognised', (encoding, bytes, text) => {
  const file = Buffer.from(bytes, 'hex')
  expect(detectEncoding(file).encoding).toBe(encoding)
  expect(textOf(file)).toBe(text)
})

test('a few accented names in a list of numbers are windows-1252, not the guess of the detector', () => {
  const names = [
    'René Lefèvre',
    'Élodie Çelik',
    'José Muñoz',
    'Jürgen Groß',
    'João Conceição',
    'Søren Kjær',
    'Inês Simões',
  ]
  for (const name of names) {
    expect(textOf(latin1(`name,phone\nJohn,+919876543210\n${name},+919876543211\n`))).toContain(`\n${name},`)
  }
})

test('characters that are split across slices are decoded, in every encoding', () => {
  for (const shift of [0, 1, 2, 3]) {
    const text = `${'x'.repeat(shift)}${'अ👋é\n'.repeat(60_000)}`
    expect(textOf(Buffer.from(text))).toBe(text)
    expect(textOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(text)
    expect(textOf(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(text)
  }
})

test('a few NULs do not make text UTF-16', () => {
  expect(textOf(Buffer.from('a\0b,c\nd\0e,é\n'))).toBe('ab,c\nde,é\n')
})

test('an incomplete character is replaced', () => {
  expect(textOf(Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x3d, 0xd8, 0x42, 0x00]))).toBe('A\ufffdB')
  expect(textOf(Buffer.from([0xef, 0xbb, 0xbf, 0x41, 0xe0, 0xa4]))).toBe('A\ufffd')
})
