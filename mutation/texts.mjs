/** Lists of words, which are data. */
const DATA_FILES = /\/(?:country-names|header-words|keywords)\.ts$/
const THREE_WORDS = /\S\s+\S+\s+\S/

/**
 * Leaves out texts for people: strings of three words or more. What they say is read and not tested. Shorter strings are
 * codes, keys and units, and stay.
 */
const texts = {
  shouldIgnore(path) {
    if (DATA_FILES.test(path.hub.file.opts.filename)) return undefined
    return THREE_WORDS.test(wordsOf(path)) ? 'a text for people' : undefined
  },
}

function wordsOf(path) {
  if (path.isStringLiteral()) return path.node.value
  if (path.isTemplateLiteral() && path.node.expressions.every(isFigure))
    return path.node.quasis.map(({ value }) => value.cooked).join('0')
  return ''
}

/** A value or the call that formats it. Conditions inside a text decide what is said, so they are not left out. */
const isFigure = ({ type, arguments: args = [] }) =>
  ['Identifier', 'MemberExpression', 'CallExpression'].includes(type) && args.every(isFigure)

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: texts }]
