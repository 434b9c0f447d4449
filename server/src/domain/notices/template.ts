import { type NoticeWords, TEMPLATES } from './words.ts'

export interface AboutTemplate {
  template: string
  language: string
}

const nameOf = ({ template, language }: AboutTemplate) => `${template} (${language})`

export const templateNotices = {
  TEMPLATE_APPROVED: (about: AboutTemplate): NoticeWords => ({
    title: `Your template ${about.template} is approved`,
    paragraphs: [`The template ${nameOf(about)} has passed the review. You can send it now.`],
    action: TEMPLATES,
  }),

  TEMPLATE_REJECTED: (about: AboutTemplate & { reason: string | null }): NoticeWords => ({
    title: `Your template ${about.template} was rejected`,
    paragraphs: [
      `The template ${nameOf(about)} has not passed the review${about.reason === null ? '.' : `: ${about.reason}`}`,
      'Change it and submit it under another name.',
    ],
    action: TEMPLATES,
  }),

  TEMPLATE_PAUSED: (about: AboutTemplate & { reason: string | null }): NoticeWords => ({
    title: `Your template ${about.template} is paused`,
    paragraphs: [
      `People complained about the template ${nameOf(about)}, and it cannot be sent for some hours.`,
      ...(about.reason === null ? [] : [about.reason]),
    ],
    action: TEMPLATES,
  }),

  TEMPLATE_DISABLED: (about: AboutTemplate & { reason: string | null }): NoticeWords => ({
    title: `Your template ${about.template} is disabled`,
    paragraphs: [
      `The template ${nameOf(about)} cannot be sent any more.`,
      ...(about.reason === null ? [] : [about.reason]),
    ],
    action: TEMPLATES,
  }),

  TEMPLATE_CATEGORY_CHANGED: (about: AboutTemplate & { from: string; to: string }): NoticeWords => ({
    title: `Your template ${about.template} is now ${about.to}`,
    paragraphs: [
      `The category of the template ${nameOf(about)} was changed from ${about.from} to ${about.to}.`,
      'From now on its messages cost what messages of that category cost.',
    ],
    action: TEMPLATES,
  }),
}
