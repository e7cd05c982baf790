/**
 * Phrases written with alternatives: `{a|b} c [d]` is "a c", "b c", "a c d" and "b c d". Braces choose, brackets may be
 * left out, and both nest. Words match in their singular and plural. Nothing is written out: a pattern is followed word
 * by word.
 */

export interface Matched {
  readonly text: string
  readonly lemma: string
}
type Part = { readonly word: string } | { readonly ways: readonly (readonly Part[])[] }

export interface Pattern {
  readonly parts: readonly Part[]
  /** Words it can begin with. */
  readonly firsts: ReadonlySet<string>
  readonly words: readonly string[]
}

/** Alternatives that many phrases share, written `<name>`. */
const SETS: Readonly<Record<string, string>> = {
  component: '{service|component|system|part|app|application|microservice|backend|one}',
  incident: '{incident|outage|problem|issue|trouble|failure|disruption|error|mess|degradation|slowdown}',
  it: '{it|this|that|the <incident>|thing|failure|error|everything|all this|all that}',
  someone: '{i|we|you|one|somebody|the on call|oncall|the team}',
  deployment:
    '{deploy|deployment|release|rollout|change|version|update|upgrade|push|rollback|config change|new version}',
}

function withSets(text: string): string {
  const filled = text.replace(/<(\w+)>/g, (whole, name: string) => SETS[name] ?? whole)
  return filled === text ? text : withSets(filled)
}

/** One pattern per line; a line whose brackets are open goes on in the next one. */
export function patternsOf(text: string, lemmaOf: (word: string) => string): Pattern[] {
  return statementsOf(withSets(text)).map((line) => {
    const tokens = line.match(/[{}[\]|]|[^\s{}[\]|]+/g) ?? []
    const [parts] = waysAt(tokens, 0, lemmaOf).ways
    const words: string[] = []
    collect(parts ?? [], words)
    return { parts: parts ?? [], firsts: new Set(firstsOf(parts ?? []).words), words }
  })
}

function statementsOf(text: string): string[] {
  const statements: string[] = []
  let depth = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    if (depth > 0) statements.push(`${statements.pop() ?? ''} ${line.trim()}`)
    else statements.push(line.trim())
    for (const char of line) depth += char === '{' || char === '[' ? 1 : char === '}' || char === ']' ? -1 : 0
  }
  return statements
}

/** Alternatives from `at` to the closing bracket or the end. */
function waysAt(tokens: readonly string[], at: number, lemmaOf: (word: string) => string) {
  const ways: Part[][] = [[]]
  for (; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    if (token === '}' || token === ']') break
    if (token === '|') ways.push([])
    else if (token === '{' || token === '[') {
      const inner = waysAt(tokens, at + 1, lemmaOf)
      ways.at(-1)?.push({ ways: token === '[' ? [...inner.ways, []] : inner.ways })
      at = inner.at
    } else ways.at(-1)?.push({ word: lemmaOf(token) })
  }
  return { ways, at }
}

function collect(parts: readonly Part[], into: string[]): void {
  for (const part of parts)
    if ('word' in part) into.push(part.word)
    else for (const way of part.ways) collect(way, into)
}

function firstsOf(parts: readonly Part[]): { words: string[]; isEmpty: boolean } {
  const words: string[] = []
  for (const part of parts) {
    if ('word' in part) return { words: [...words, part.word], isEmpty: false }
    const inner = part.ways.map(firstsOf)
    words.push(...inner.flatMap((one) => one.words))
    if (inner.every(({ isEmpty }) => !isEmpty)) return { words, isEmpty: false }
  }
  return { words, isEmpty: true }
}

/** How many words from `at` on the longest match takes, 0 for none. */
export function matchLength({ parts }: Pattern, words: readonly Matched[], at: number): number {
  const ends = endsOf(parts, words, new Set([at]))
  return Math.max(0, ...[...ends].map((end) => end - at))
}

function endsOf(parts: readonly Part[], words: readonly Matched[], from: ReadonlySet<number>): ReadonlySet<number> {
  let places = from
  for (const part of parts) {
    const next = new Set<number>()
    if ('word' in part) {
      for (const place of places) {
        const word = words[place]
        if (word !== undefined && (word.lemma === part.word || word.text === part.word)) next.add(place + 1)
      }
    } else for (const way of part.ways) for (const end of endsOf(way, words, places)) next.add(end)
    if (next.size === 0) return next
    places = next
  }
  return places
}
