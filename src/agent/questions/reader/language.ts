/** In which language a question is, and its words in English where there is a vocabulary for it. */

import { EVERYDAY } from '../vocabulary/everyday-words.ts'
import { FRENCH } from '../vocabulary/french.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { GERMAN } from '../vocabulary/german.ts'
import { ENGLISH_WORDS, LANGUAGES, type Language } from '../vocabulary/languages.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { SPANISH } from '../vocabulary/spanish.ts'

/** Languages that are read: each a file of phrases and their English. */
const VOCABULARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ...EVERYDAY.de, ...GERMAN },
  es: { ...EVERYDAY.es, ...SPANISH },
  fr: { ...EVERYDAY.fr, ...FRENCH },
}

/** Orders of words that a translation word by word would leave: the verb first, the verb parted by its subject. */
const ORDERS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [
      /^(?:läuft|laufen|geht|gehen|funktioniert|funktionieren|klappt|klappen|tut) (?:der |die |das |unser |unsere )?(.{2,60}?)( wieder| noch| jetzt wieder| schon wieder)?(?: richtig| normal| stabil)?(?=\s*[?.!]*$)/,
      'ist $1 wieder ok',
    ],
    [
      /^was (?:ist|war) (?:mit|bei) (?:der |dem |den |unserer |unserem )?(.{2,60}?) los(?=\s*[?.!]*$)/,
      'was stimmt nicht mit $1',
    ],
    [/^ist (.{2,60}?) (?:noch|immer noch|weiterhin) (kaputt|down|langsam|gestört|tot)(?=\s*[?.!]*$)/, 'ist $1 noch $2'],
  ],
  es: [
    // "Los 10 últimos minutos": the number stands before.
    [/(?:los |las |en los |en las )?(\d{1,4}) últim[oa]s (?=segundo|minuto|hora|día)/g, 'últimos $1 '],
    [
      /^(?:funciona|funcionan|va|van) (?:el |la |los |las )?(.{2,60}?) (?:otra vez|de nuevo|ya|bien|ahora)(?=\s*[?.!]*$)/,
      'está $1 bien ahora',
    ],
    [
      /^(?:ya )?(?:vuelve|vuelven|volvió) a funcionar (?:el |la |los |las )?(.{2,60}?)(?=\s*[?.!]*$)/,
      'está $1 bien ahora',
    ],
  ],
  fr: [
    // "Termbase est-il rétabli", "la lecture échoue-t-elle": the verb with its subject said again.
    [/(?<=\p{L})-(?:t-)?(?:ils?|elles?|on)(?![\p{L}-])/gu, ''],
    // "Ces 10 dernières minutes": the number stands before.
    [/(?:ces |les |pendant les |dans les )?(\d{1,4}) derni(?:ère|er)s (?=seconde|minute|heure|jour)/g, 'dernières $1 '],
    [
      /^(?:est-ce que )?(?:le |la |les |l')?(.{2,60}?) (?:re)?(?:marche|fonctionne|marchent|fonctionnent)(?: de nouveau| à nouveau| encore| bien)?(?=\s*[?.!]*$)/,
      'est $1 va bien',
    ],
  ],
}
const PHRASE_WORDS_MAX = 7

/** Words that no English question has. */
const STRONG =
  /^(?:warum|weshalb|wieso|wann|wieviele?|pourquoi|combien|depuis|quand|cuánt[oa]s?|cuándo|qué|quién|dónde|perché|quant[ie]|quando|porquê|quantos|hoeveel|waarom|dlaczego|hvorfor|varför|ordnung|kaputt|ist|nombre|svp|anzahl|weswegen|número)$/

/** Null for English, and for questions too short to tell. `isOwn`: a word of the project or of English telemetry. */
export function languageOf(text: string, isOwn: (word: string) => boolean): Language | null {
  const words = text
    // "Est-il", "échoue-t-elle": the verb of a French question.
    .replace(/(?<=\p{L})-(?:t-)?(?=(?:ils?|elles?)(?![\p{L}-]))/gu, ' ')
    .split(/[^\p{L}\p{M}'-]+/u)
    .filter((word) => word !== '')
  const byLetters = LANGUAGES.filter(({ letters }) => letters?.test(text) === true)
  const scriptOnly = byLetters.filter(({ words: known }) => known.length === 0)
  if (scriptOnly.length > 0)
    return scriptOnly.find(({ code }) => code === 'uk' || code === 'ja') ?? scriptOnly[0] ?? null
  let best: { language: Language; score: number } | null = null
  for (const language of LANGUAGES) {
    const known = new Set(language.words)
    // The same word twice is one sign: "on iPhones on web" is no Finnish.
    const signs = new Set(words.filter((word) => known.has(word) && !isOwn(word)))
    const hits = signs.size
    const english = words.filter((word) => isEnglish(word) && !known.has(word)).length
    const score =
      hits + (hits > 0 && byLetters.includes(language) ? 1 : 0) + (/[¿¡]/.test(text) && language.code === 'es' ? 2 : 0)
    // Words that English has as well, beside a word that is English alone, are no signs.
    const isEnglishToo = english > 0 && [...signs].every(isEnglish) && !byLetters.includes(language)
    if (score > (best?.score ?? 0) && score > english && !isEnglishToo) best = { language, score }
  }
  if (best === null) return null
  // One word of two may be that of another language by chance ("DVDs lent").
  if (words.length === 2 && best.score < 2 && !words.some((word) => STRONG.test(word))) return null
  // One word that is English as well ("services?") tells nothing.
  if (words.length === 1 && words.every(isEnglish)) return null
  return best.score >= 2 || words.length <= 2 || words.some((word) => STRONG.test(word)) ? best.language : null
}

function isEnglish(word: string): boolean {
  // "Was B-727 checked in?" has two words that German has too.
  return ENGLISH_WORDS.has(word) || FUNCTION_WORDS.has(word) || SMALL_WORDS.has(word) || /^[a-z]{3,14}ed$/.test(word)
}

/** The question in English words, null where the language is only known and not read. */
export function translated(text: string, { code }: Language): string | null {
  const vocabulary = VOCABULARIES[code]
  if (vocabulary === undefined) return null
  const ordered = (ORDERS[code] ?? []).reduce(
    (said, [order, to]) => said.replace(order, to),
    text.replace(/[¿¡]/g, ' ').trim(),
  )
  const pieces = ordered.split(/(\s+|[?!,;])/)
  const out: string[] = []
  for (let at = 0; at < pieces.length; ) {
    const length = longest(pieces, at, vocabulary)
    const said = length === 0 ? elided(pieces[at] ?? '', vocabulary) : (vocabulary[phrase(pieces, at, length)] ?? '')
    out.push(said)
    at += Math.max(1, length)
  }
  return out.join('').replace(/\s+/g, ' ').trim()
}

/** "D'erreurs", "l'erreur": the word behind the elision. */
function elided(piece: string, vocabulary: Readonly<Record<string, string>>): string {
  const behind = /^(?:[dlnsjcmt]|qu)'(.+)$/.exec(piece)?.[1]
  return behind === undefined ? piece : (vocabulary[behind] ?? behind)
}

function longest(pieces: readonly string[], at: number, vocabulary: Readonly<Record<string, string>>): number {
  for (let words = PHRASE_WORDS_MAX; words > 0; words--) {
    const length = words * 2 - 1
    if (at + length <= pieces.length && Object.hasOwn(vocabulary, phrase(pieces, at, length))) return length
  }
  return 0
}

function phrase(pieces: readonly string[], at: number, length: number): string {
  return pieces
    .slice(at, at + length)
    .join('')
    .replace(/\s+/g, ' ')
}
