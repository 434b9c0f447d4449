import { expect, test } from 'vitest'
import { parseMessageText, plainText } from './message-text.ts'

const text = (words: string) => ({ kind: 'text', text: words })
const plain = (...pieces: unknown[]) => ({ kind: 'plain', pieces })

test.each<[string, unknown[]]>([
  ['Hello', [plain(text('Hello'))]],
  ['a\n\nb', [plain(text('a')), plain(), plain(text('b'))]],
  ['Only *today*!', [plain(text('Only '), { kind: 'bold', pieces: [text('today')] }, text('!'))]],
  ['*_both_*', [plain({ kind: 'bold', pieces: [{ kind: 'italic', pieces: [text('both')] }] })]],
  ['~old~ `A1`', [plain({ kind: 'struck', pieces: [text('old')] }, text(' '), { kind: 'code', text: 'A1' })]],
  ['```a\nb``` c', [plain({ kind: 'code', text: 'a\nb' }, text(' c'))]],
  [
    '> said\n- one\n* two\n3. three',
    [
      { kind: 'quote', pieces: [text('said')] },
      { kind: 'bullet', pieces: [text('one')] },
      { kind: 'bullet', pieces: [text('two')] },
      { kind: 'numbered', number: '3', pieces: [text('three')] },
    ],
  ],
  [
    'Dear {{first_name}}, {{ 1 }}',
    [
      plain(text('Dear '), { kind: 'variable', text: '{{first_name}}' }, text(', '), {
        kind: 'variable',
        text: '{{ 1 }}',
      }),
    ],
  ],
])('%j is parsed like in WhatsApp', (message, lines) => expect(parseMessageText(message)).toEqual(lines))

test.each(['2*3*4', 'snake_case_name', '*alone *', 'a * b * c', '**', '~ ~', '```', '5 > 3', '3.50 only'])(
  '%j is plain text',
  (message) => expect(parseMessageText(message)).toEqual([plain(text(message))]),
)

test('plain text drops the formatting', () =>
  expect(plainText('Our list:\n- *all _20%_ off*\n> `A1` for {{1}}')).toBe('Our list: all 20% off A1 for {{1}}'))
