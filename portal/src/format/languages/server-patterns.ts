/** Finds the message of a text with values: `Hold for campaign Diwali` is `Hold for campaign {name}`. */
export function patternsOf(messages: readonly string[]) {
  const patterns = messages
    .filter((message) => message.includes('{'))
    // The longest says most about a text.
    .sort((a, b) => b.length - a.length)
    .map((message) => {
      const parts = message.split(/\{(\w+)\}/)
      const source = parts.map((part, index) => (index % 2 === 0 ? literal(part) : `(?<${part}>.+)`)).join('')
      return { message, pattern: new RegExp(`^${source}$`) }
    })
  return (text: string) => {
    for (const { message, pattern } of patterns) {
      const { groups } = pattern.exec(text) ?? {}
      if (groups) return { message, values: groups }
    }
    return undefined
  }
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
