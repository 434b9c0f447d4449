import { foldCase } from '../../text/clean-text.ts'

/** Messages that opt out and in, when they are the whole text. A deployment may configure its own words. */
export const STOP_WORDS =
  'STOP, STOP ALL, UNSUBSCRIBE, OPT OUT, BAJA, PARAR, ARRET, ARRÊT, STOPP, BERHENTI, बंद, बंद करो, रोकें, توقف'
export const START_WORDS = 'START, UNSTOP, SUBSCRIBE, OPT IN, ALTA, MULAI, शुरू, शुरू करो, ابدأ'

/** Ignores spaces, case and punctuation: `Stop!`, `s t o p` and `opt-out` all match. */
export const normalizeText = (text: string) => foldCase(text.normalize('NFKC')).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** The words of a text, separated by one space. Empty for a text of punctuation only. */
export const normalizeWords = (text: string) =>
  foldCase(text.normalize('NFKC'))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

interface KeywordRule {
  /** As `normalizeWords` returns it. */
  folded: string
}

/**
 * The rule that answers a message: the one whose keyword is the whole message, otherwise the one with the longest
 * keyword contained as whole words. Of equally long ones the first wins.
 */
export function ruleFor<Rule extends KeywordRule>(text: string, rules: readonly Rule[]): Rule | undefined {
  const words = ` ${normalizeWords(text)} `
  let best: Rule | undefined
  for (const rule of rules)
    if (words.includes(` ${rule.folded} `) && rule.folded.length > (best?.folded.length ?? 0)) best = rule
  return best
}
