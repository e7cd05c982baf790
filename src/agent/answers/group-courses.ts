/** Writes how each group went: which rise or fall, and the values of each part of the window. */
import { code } from '../embedded/markdown.ts'
import { meanOf } from '../questions/execute/more-or-less.ts'
import type { GroupCourses } from '../questions/execute/result.ts'
import { isOfEvents } from '../questions/plan/plan.ts'
import { isScatter } from './course.ts'
import { clock, number, span } from './format.ts'
import { groupName, isDownAsked, measureName, shown, type Worded } from './measure-words.ts'
import { windowWords } from './number-parts.ts'
import { scope, subject } from './scope.ts'

/** Smaller moves are none. */
const STEADY_SHARE = 0.15
const NAMED = 3

type Way = 'rising' | 'falling' | 'steady'
interface Went {
  readonly name: string
  readonly way: Way
  readonly from: number
  readonly to: number
  readonly values: readonly (number | null)[]
}

/** The headline, and a line for each group; null where no courses were asked for. */
export function groupCoursesTold(worded: Worded, courses: GroupCourses | undefined): [string, string] | null {
  if (courses === undefined || courses.groups.length === 0) return null
  const all = courses.groups.map(({ key, values }) => wentOf(worded, key, values))
  const { plan, askedAtMs } = worded
  const asked: Way = isDownAsked(plan) ? 'falling' : 'rising'
  const going = all.filter(({ way }) => way === asked).toSorted((a, b) => moveOf(b) - moveOf(a))
  const name = measureName(worded)
  const what = `${name === '' ? subject(plan) : name}${scope(plan)}`
  const by = code(plan.groupBy.map(({ field }) => field).join(' and '), 80)
  const yes = plan.isYesNo === true ? (going.length === 0 ? '**No**, ' : '**Yes**, ') : ''
  const word = yes === '' ? `${asked.slice(0, 1).toUpperCase()}${asked.slice(1)}` : asked
  const named = going.slice(0, NAMED).map(nameWith(worded)).join(', ')
  const more = going.length > NAMED ? ` and ${number(going.length - NAMED)} more` : ''
  const told =
    going.length === 0
      ? `${yes}${word} in **none** of the ${number(all.length)}`
      : `${yes}${word} in ${number(going.length)} of ${number(all.length)}: ${named}${more}`
  const rows = all.map(
    ({ name: group, way, values }) =>
      `- ${group}: ${way}: ${values.map((value) => (value === null ? '–' : shown(worded, { value }))).join(', ')}`,
  )
  const head = `Each in parts of ${span(courses.stepMs)} from ${clock(courses.from, askedAtMs)}:`
  return [`${told}; ${what} by ${by}, ${windowWords(worded)}.`, [head, '', ...rows].join('\n')]
}

function nameWith(worded: Worded): (one: Went) => string {
  return ({ name, from, to }) =>
    `${name} (from **${shown(worded, { value: from })}** to **${shown(worded, { value: to })}**)`
}

/** Its first third against its last one. Where nothing was, a count is none. */
function wentOf({ plan }: Worded, key: readonly (string | null)[], values: readonly (number | null)[]): Went {
  const isCount = isOfEvents(plan)
  const known = isCount ? values.map((value) => value ?? 0) : values.filter((value) => value !== null)
  const third = Math.max(1, Math.floor(known.length / 3))
  const [from, to] = [meanOf(known.slice(0, third)), meanOf(known.slice(-third))]
  const isLittle = Math.abs(to - from) <= STEADY_SHARE * Math.max(Math.abs(from), Math.abs(to))
  const isSteady = known.length < 2 || isLittle || (isCount && isScatter(from * third, to * third))
  return { name: groupName(key), way: isSteady ? 'steady' : to > from ? 'rising' : 'falling', from, to, values }
}

function moveOf({ from, to }: Went): number {
  return Math.abs(to - from) / Math.max(Math.abs(from), Math.abs(to), 1e-9)
}
