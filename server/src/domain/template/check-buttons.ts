import type { Report } from './problems.ts'
import type { Button } from './template.ts'
import { placeholdersOf } from './variables.ts'

export const BUTTONS_MAX = 10
export const BUTTONS_PER_KIND_MAX: Readonly<Record<Button['type'], number>> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
  OTP: 1,
}
export const BUTTON_LABEL_CHARS_MAX = 25
const URL_CHARS_MAX = 2_000
const PHONE_CHARS_MAX = 20
export const CODE_CHARS_MAX = 15

export function checkButtons(buttons: readonly Button[], path: string, report: Report) {
  if (buttons.length === 0) report(path, 'must not be empty')
  if (buttons.length > BUTTONS_MAX) report(path, `must be at most ${BUTTONS_MAX}`)
  for (const [type, max] of Object.entries(BUTTONS_PER_KIND_MAX))
    if (buttons.filter((button) => button.type === type).length > max) report(path, `must have at most ${max} ${type}`)
  const turns = buttons.filter(
    ({ type }, index) => (type === 'QUICK_REPLY') !== (buttons[index - 1]?.type === 'QUICK_REPLY') && index > 0,
  )
  if (turns.length > 1) report(path, 'quick replies must be next to each other')
  const labels = buttons.flatMap((button) => ('text' in button && button.text !== undefined ? [button.text] : []))
  if (new Set(labels).size < labels.length) report(path, 'labels must differ')
  for (const [index, button] of buttons.entries()) checkButton(button, `${path}.${index}`, report)
}

function checkButton(button: Button, path: string, report: Report) {
  if ('text' in button && button.text !== undefined) {
    if (button.text.trim() === '') report(`${path}.text`, 'must not be empty')
    if ([...button.text].length > BUTTON_LABEL_CHARS_MAX)
      report(`${path}.text`, `must have at most ${BUTTON_LABEL_CHARS_MAX} characters`)
    if (placeholdersOf(button.text).length > 0) report(`${path}.text`, 'must not have variables')
  }
  if (button.type === 'URL') checkUrl(button.url, `${path}.url`, report)
  if (button.type === 'PHONE_NUMBER' && !/^\+[1-9]\d{6,14}$/.test(button.phone_number))
    report(`${path}.phone_number`, `must be + and digits, at most ${PHONE_CHARS_MAX} characters`)
  if (button.type === 'COPY_CODE' && (button.example.trim() === '' || [...button.example].length > CODE_CHARS_MAX))
    report(`${path}.example`, `must have 1 to ${CODE_CHARS_MAX} characters`)
}

function checkUrl(url: string, path: string, report: Report) {
  if (url.length > URL_CHARS_MAX) report(path, `must have at most ${URL_CHARS_MAX} characters`)
  const places = placeholdersOf(url)
  const [place] = places
  if (places.length > 1) report(path, 'must have at most one variable')
  if (place && (place.name !== '1' || place.end !== url.length)) report(path, 'the variable must be {{1}}, at the end')
  if (!/^https?:\/\/[^\s{}/]+\.[^\s{}/]+/.test(url)) report(path, 'must be a URL that starts with https://')
}
