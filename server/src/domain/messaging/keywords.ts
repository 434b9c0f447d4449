import { foldCase } from '../text/clean-text.ts'

/** What stops and starts messages, as the whole of what somebody writes. A deployment may have its own words. */
export const STOP_WORDS =
  'STOP, STOP ALL, UNSUBSCRIBE, OPT OUT, BAJA, PARAR, ARRET, ARRÊT, STOPP, BERHENTI, बंद, बंद करो, रोकें, توقف'
export const START_WORDS = 'START, UNSTOP, SUBSCRIBE, OPT IN, ALTA, MULAI, शुरू, शुरू करो, ابدأ'

/** Spaces, case and signs do not count: `Stop!`, `s t o p` and `opt-out` are meant as they look. */
export const normalizeText = (text: string) => foldCase(text.normalize('NFKC')).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Its words, with one space between them. What is left of signs alone is empty. */
export const normalizeWords = (text: string) =>
  foldCase(text.normalize('NFKC'))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

export interface KeywordRule {
  /** As `foldWords` made it. */
  folded: string
}

/**
 * The one rule that answers a message: the one whose keyword is the whole message, else the longest keyword that stands
 * in it as whole words. Of equally long ones the first given.
 */
export function ruleFor<Rule extends KeywordRule>(text: string, rules: readonly Rule[]): Rule | undefined {
  const words = ` ${normalizeWords(text)} `
  let best: Rule | undefined
  for (const rule of rules)
    if (rule.folded !== '' && words.includes(` ${rule.folded} `) && rule.folded.length > (best?.folded.length ?? 0))
      best = rule
  return best
}
