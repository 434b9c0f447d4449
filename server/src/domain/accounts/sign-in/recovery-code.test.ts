import { expect, test } from 'vitest'
import { normalizeRecoveryCode, recoveryCodeOf } from './recovery-code.ts'

test('a recovery code has four groups of four unambiguous characters', () => {
  expect(recoveryCodeOf(Buffer.alloc(10))).toBe('0000-0000-0000-0000')
  expect(recoveryCodeOf(Buffer.alloc(10, 255))).toBe('zzzz-zzzz-zzzz-zzzz')
  expect(recoveryCodeOf(Buffer.from('00443214c74254b635cf', 'hex'))).toBe('0123-4567-89ab-cdef')
})

test('a code is recognised however it is typed', () => {
  for (const typed of ['0123-4567-89ab-cdef', '0123456789abcdef', ' O1234567 89AB CDEF ', 'oI23-4567-89AB-cdef'])
    expect(normalizeRecoveryCode(typed), typed).toBe('0123456789abcdef')
  expect(normalizeRecoveryCode('0l23-4567-89ab-cdef')).toBe('0123456789abcdef')
})
