/** What an answer meets, misses or contradicts of each thing it has to say. */
import type { Expectation, NumberExpectation } from '../expectation.ts'
import { type Answer, firstParagraph, headline, unmarked, withoutCitations, withoutLeftOut } from './answer.ts'
import { isAskedBack } from './honesty.ts'
import type { JudgeInput } from './judge.ts'
import { headlineQuantities, matches, quantitiesIn } from './quantities.ts'
import { momentsIn } from './times.ts'
import { verdictOf } from './verdict-words.ts'

const LIST_ITEM = /^\s*(?:[-*+] |\d+[.)] |\|)/
const RECORDS = /\b(?:log records?|records|requests|spans|calls|metrics)\b/i

export interface Finding {
  readonly isMet: boolean
  /** The answer claims something else in its place. */
  readonly isContradicted: boolean
  readonly what: string
}

export function findingsOf(input: JudgeInput): Finding[] {
  const { expect } = input
  return [
    ...(expect.numbers === undefined ? [] : numberFindings(input, expect.numbers)),
    ...(expect.groups === undefined ? [] : [groupFinding(input, expect.groups)]),
    ...(expect.names ?? []).map((name) => nameFinding(input.answer, name)),
    ...(expect.first === undefined ? [] : [firstFinding(input, expect.first)]),
    ...(expect.time === undefined ? [] : [timeFinding(input, expect.time)]),
    ...(expect.verdict === undefined ? [] : [verdictFinding(input, expect.verdict)]),
    ...(expect.says ?? []).map((group) => saysFinding(everything(input.answer), group, 'anywhere')),
    ...(expect.saysFirst ?? []).map((group) =>
      saysFinding(unmarked(withoutLeftOut(firstParagraph(input.answer.text))), group, 'first'),
    ),
  ]
}

/** Words and tables, without marks, citations and what was left out. */
function everything(answer: Answer): string {
  return unmarked([withoutLeftOut(withoutCitations(answer.text)), ...answer.rows].join('\n'))
}

function owns(expected: readonly NumberExpectation[]): (value: number) => boolean {
  return (value) => expected.some((one) => one.value === value || one.also?.includes(value) === true)
}

function numberFindings({ answer, question }: JudgeInput, expected: readonly NumberExpectation[]): Finding[] {
  const isOwn = owns(expected)
  const first = quantitiesIn(headline(answer.text), question, isOwn)
  const paragraph = quantitiesIn(firstParagraph(answer.text), question, isOwn)
  return expected.map((one) => {
    // One number is the headline; several may be spread over the first paragraph.
    const pool = expected.length > 1 ? paragraph : headlineQuantities(first.length > 0 ? first : paragraph, one.unit)
    const isMet = pool.some((quantity) => matches(quantity, one))
    const isContradicted = paragraph.length > 0 || listsOtherNumbers(answer, question, one)
    const said = (first.length > 0 ? first : paragraph).map(({ value, unit }) => `${value} ${unit}`).join(', ')
    return {
      isMet,
      isContradicted,
      what: `${one.value} ${one.unit} expected, said ${said || 'no number'}`,
    }
  })
}

/** Below a headline without a number: a list of numbers none of which is the expected one answers something else. */
function listsOtherNumbers(answer: Answer, question: string, expected: NumberExpectation): boolean {
  const items = withoutCitations(answer.text)
    .split('\n')
    .filter((line) => LIST_ITEM.test(line))
  const numbers = items.flatMap((line) => quantitiesIn(line, question, owns([expected])))
  return numbers.length > 0 && !numbers.some((quantity) => matches(quantity, expected))
}

/**
 * A bold number of records in the headline of an answer that says nothing of what was asked: "**33,981 log records**" to
 * "give me a timeline". Not when the number is about words of the question itself.
 */
export function isBroaderNumber({ answer, question, expect }: JudgeInput): boolean {
  if (expect.numbers !== undefined) return false
  const first = headline(answer.text)
  const hasNumber = quantitiesIn(first, question).some(({ isBold, value }) => isBold && value !== 0)
  if (!hasNumber || !RECORDS.test(first) || isAskedBack(answer)) return false
  const isAboutTheQuestion = [...first.matchAll(/`([^`]{6,})`/g)].some(([, code = '']) => question.includes(code))
  const groups = [...(expect.says ?? []), ...(expect.saysFirst ?? [])]
  const saysSomething = groups.some((group) => group.some((pattern) => new RegExp(pattern, 'i').test(unmarked(first))))
  return !isAboutTheQuestion && !saysSomething
}

function groupFinding({ answer, question }: JudgeInput, groups: Readonly<Record<string, NumberExpectation>>): Finding {
  const lines = linesAbout(answer, Object.keys(groups))
  const wrong: string[] = []
  const missing: string[] = []
  for (const [name, expected] of Object.entries(groups)) {
    const about = lines.filter((line) => hasName(line, name))
    const numbers = about.flatMap((line) => quantitiesIn(line.replaceAll('`', ' '), question, owns([expected])))
    if (numbers.some((quantity) => matches(quantity, expected))) continue
    if (numbers.length > 0) wrong.push(`${name}: ${expected.value} expected`)
    else missing.push(name)
  }
  const hasHeadline = quantitiesIn(headline(answer.text), question).some(({ isBold }) => isBold)
  const isContradicted = wrong.length > 0 || (hasHeadline && missing.length === Object.keys(groups).length)
  return {
    isMet: wrong.length === 0 && missing.length === 0,
    isContradicted,
    what: [...wrong, ...missing.map((name) => `${name} missing`)].join(', '),
  }
}

/** A line that names several is cut into its parts: a number belongs to the name beside it. */
function linesAbout(answer: Answer, names: readonly string[]): string[] {
  const lines = unmarked(withoutCitations(answer.text)).split('\n')
  const parts = lines.flatMap((line) =>
    names.filter((name) => hasName(line, name)).length > 1 ? line.split(/;|,(?!\d)|\band\b/) : [line],
  )
  return [...parts, ...answer.rows]
}

function hasName(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'i').test(text)
}

function nameFinding(answer: Answer, name: string): Finding {
  return { isMet: hasName(everything(answer), name), isContradicted: false, what: `does not name ${name}` }
}

function firstFinding({ answer, question }: JudgeInput, first: NonNullable<Expectation['first']>): Finding {
  const candidates = first.among.filter((name) => name === first.name || !hasName(question, name))
  const blamed = blamedIn(withoutDenied(unmarked(headline(answer.text))), candidates)
  if (blamed !== null) {
    return { isMet: blamed === first.name, isContradicted: true, what: `${first.name} expected, blamed ${blamed}` }
  }
  for (const text of [unmarked(headline(answer.text)), everything(answer)].map(withoutDenied)) {
    const at = candidates
      .map((name) => ({ name, index: positionOf(text, name) }))
      .filter(({ index }) => index >= 0)
      .toSorted((a, b) => a.index - b.index)[0]
    if (at === undefined) continue
    return {
      isMet: at.name === first.name,
      isContradicted: true,
      what: `${first.name} expected first, named ${at.name}`,
    }
  }
  return { isMet: false, isContradicted: false, what: `${first.name} not named` }
}

/** "`db` is not the cause", "not `db` but": a name that is denied is not blamed. */
const DENIED =
  /[\w./{}-]+ (?:itself )?(?:is|was) (?:not|n't|hardly) (?:the |to |a )?(?:root )?(?:cause|culprit|blame|origin|source|reason)\b|\b(?:it |this )?(?:is|was) not (?:because of |caused by |due to )?[\w./{}-]+(?= but\b|,|:|;)|\bnot (?:because of|caused by|due to) [\w./{}-]+/gi

function withoutDenied(text: string): string {
  return text.replace(DENIED, ' ')
}

const BLAME =
  /\b(?:because(?: of)?|caused by|due to|root cause|comes from|lies in|the cause is|brought on by|behind (?:it|this))\b\W*((?:[\w./{}-]+\W+){0,5}?[\w./{}-]+)/gi

/** "Bookings fail because a runs out of connections": the name after the blame, not the symptom before it. */
function blamedIn(text: string, names: readonly string[]): string | null {
  for (const [, after = ''] of text.matchAll(BLAME)) {
    const words = text.slice(text.indexOf(after)).split(/\s+/).slice(0, 6).join(' ')
    const named = names
      .filter((name) => hasName(words, name))
      .toSorted((a, b) => positionOf(words, a) - positionOf(words, b))
    if (named[0] !== undefined) return named[0]
  }
  return null
}

function positionOf(text: string, name: string): number {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.search(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'i'))
}

function timeFinding({ answer, nowMs }: JudgeInput, time: NonNullable<Expectation['time']>): Finding {
  const expectedMs = Date.parse(time.at)
  const moments = momentsIn(withoutCitations(firstParagraph(answer.text)), nowMs)
  const isMet = moments.some((at) => Math.abs(at - expectedMs) <= time.toleranceS * 1000)
  const said = moments.map((at) => new Date(at).toISOString().slice(11, 19)).join(', ') || 'no time'
  return { isMet, isContradicted: moments.length > 0, what: `${time.at.slice(11, 19)} expected, said ${said}` }
}

function verdictFinding({ answer, question }: JudgeInput, verdict: NonNullable<Expectation['verdict']>): Finding {
  const said = verdictOf(answer, verdict.sense, question)
  return {
    isMet: said === verdict.is,
    isContradicted: said !== null && said !== verdict.is,
    what: `${verdict.is} expected, said ${said ?? 'neither yes nor no'}`,
  }
}

function saysFinding(text: string, group: readonly string[], where: string): Finding {
  const isMet = group.some((pattern) => new RegExp(pattern, 'i').test(text))
  return { isMet, isContradicted: false, what: `says none of /${group.join('|')}/ ${where}` }
}
