/** The words of a log template's message, as questions may name them. */
import { messageText, withoutChannel } from '../../message-text.ts'

const TOKENS_MAX = 60

/** Lower-case words; paths and addresses stay whole, names in camel case give their parts as well. */
export function templateTokens(template: string): string[] {
  const tokens: string[] = []
  for (const found of withoutChannel(messageText(template)).matchAll(/[^\s"'=,;()[\]{}<>|]+/g)) {
    const word = found[0].replace(/^[.:*!?-]+|(?<![.:*!?-])[.:*!?-]+$/g, '')
    if (word === '' || tokens.length >= TOKENS_MAX) continue
    if (/[/\\]/.test(word)) {
      tokens.push(word.toLowerCase())
      continue
    }
    for (const part of word.split(/[.:_#&+-]+/)) {
      if (part === '') continue
      const pieces = part.split(/(?<=[a-z0-9])(?=[A-Z])/)
      for (const piece of pieces) tokens.push(piece.toLowerCase())
    }
  }
  return tokens
}
