/** "Unsupported language exceptions" of lines that name an `UnsupportedLanguageException`: asked for by that name. */
import type { Catalogue } from '../grounding/catalogue.ts'

const SAID = /((?:[a-z]{1,20} ){1,4})(exceptions?|errors?)(?![\w-])/gi
const NAME = /(?<![A-Za-z0-9])[A-Z][a-z]{1,20}(?:[A-Z][A-Za-z0-9]{0,20}){0,5}(?:Exception|Error)(?![A-Za-z])/g

/** The question with names of exceptions in place of their words. */
export function withExceptionNames(question: string, { templates }: Pick<Catalogue, 'templates'>): string {
  if (question.length > 300 || /["'`\n]/.test(question)) return question
  let names: ReadonlyMap<string, string> | null = null
  return question.replace(SAID, (whole, before: string, noun: string) => {
    names ??= namesIn(templates)
    const words = before.trim().toLowerCase().split(' ')
    // One word alone says what kind of error is meant: "format errors" are more than those of a `FormatError`.
    for (let from = 0; from < words.length - 1; from++) {
      const joined = words.slice(from).join('')
      const name = names.get(`${joined}${noun.toLowerCase().replace(/s$/, '')}`) ?? names.get(`${joined}exception`)
      if (name !== undefined) return [...words.slice(0, from), name].join(' ')
    }
    return whole
  })
}

function namesIn(templates: Catalogue['templates']): ReadonlyMap<string, string> {
  return new Map(
    templates.flatMap(({ template }) =>
      [...template.matchAll(NAME)].map(([name]) => [name.toLowerCase(), name] as const),
    ),
  )
}
