import { type NoticeWords, TEMPLATES } from './words.ts'

/** Names are long at times, so they stand in the sentences and not in the titles. */
export interface AboutTemplate {
  template: string
  language: string
}
/** In the words of the provider, if it gave any. */
export interface WithReason {
  reason: string | null
}

const nameOf = ({ template, language }: AboutTemplate) => `${template} (${language})`
const REASONS: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'it holds words that may offend or threaten.',
  INVALID_FORMAT: 'its placeholders or its form break a rule.',
  PROMOTIONAL: 'it advertises, which its category does not allow.',
  TAG_CONTENT_MISMATCH: 'its words do not fit its category or its language.',
  SCAM: 'it looks like an attempt to deceive.',
}
const why = ({ reason }: WithReason) => {
  if (reason === null) return []
  const words = REASONS[reason]
  return [words ? `The reviewers say: ${words}` : `The reason given is “${reason}”.`]
}

export const templateNotices = {
  TEMPLATE_APPROVED: (about: AboutTemplate): NoticeWords => ({
    title: 'Your template is approved',
    paragraphs: [`The template ${nameOf(about)} has passed the review. You can send it now.`],
    action: TEMPLATES,
  }),

  TEMPLATE_REJECTED: (about: AboutTemplate & WithReason): NoticeWords => ({
    title: 'Your template was rejected',
    paragraphs: [
      `The template ${nameOf(about)} has not passed the review.`,
      ...why(about),
      'Please change it and submit it under another name.',
    ],
    action: TEMPLATES,
  }),

  TEMPLATE_PAUSED: (about: AboutTemplate & WithReason): NoticeWords => ({
    title: 'Your template is paused',
    paragraphs: [`The template ${nameOf(about)} cannot be sent for some hours.`, ...why(about)],
    action: TEMPLATES,
  }),

  TEMPLATE_DISABLED: (about: AboutTemplate & WithReason): NoticeWords => ({
    title: 'Your template is disabled',
    paragraphs: [`The template ${nameOf(about)} cannot be sent any more.`, ...why(about)],
    action: TEMPLATES,
  }),

  TEMPLATE_CATEGORY_CHANGED: (about: AboutTemplate & { from: string; to: string }): NoticeWords => ({
    title: 'The category of your template was changed',
    paragraphs: [
      `The category of the template ${nameOf(about)} was changed from ${about.from} to ${about.to}.`,
      'From now on its messages cost what messages of that category cost.',
    ],
    action: TEMPLATES,
  }),
}
