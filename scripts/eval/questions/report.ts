/** Prints the verdicts: class by class, per system and half, and what was wrong. */
import { stdout } from 'node:process'
import type { Judged } from './ask.ts'
import { VERDICTS, type Verdict } from './judge/judge.ts'

type Tally = Record<Verdict, number>

function tally(judged: readonly Judged[]): Tally {
  const counts: Tally = { right: 0, honest: 0, unhelpful: 0, wrong: 0 }
  for (const { verdict } of judged) counts[verdict]++
  return counts
}

function line(name: string, judged: readonly Judged[]): string {
  const counts = tally(judged)
  const cells = VERDICTS.map((verdict) => String(counts[verdict]).padStart(9)).join('')
  return `${name.padEnd(22)}${String(judged.length).padStart(5)}${cells}`
}

function table(title: string, judged: readonly Judged[], keyOf: (one: Judged) => string): void {
  const groups = new Map<string, Judged[]>()
  for (const one of judged) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  stdout.write(`${title.padEnd(22)}${'asked'.padStart(5)}${VERDICTS.map((verdict) => verdict.padStart(9)).join('')}\n`)
  for (const [name, group] of [...groups].toSorted(([a], [b]) => a.localeCompare(b)))
    stdout.write(`${line(name, group)}\n`)
  stdout.write('\n')
}

export interface ReportOptions {
  /** Lists what is wrong and unhelpful of the developers' half. */
  readonly isVerbose: boolean
  /** … and what is right and honest. */
  readonly isFull: boolean
  readonly isHeldShown: boolean
}

const EXCERPT_LENGTH = 420

export function report(judged: readonly Judged[], options: ReportOptions): void {
  table('class', judged, ({ item }) => item.class)
  table('system', judged, ({ item }) => `${item.system} ${item.half}`)
  table('half', judged, ({ item }) => item.half)
  const times = judged.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  const p95Ms = times[Math.ceil(times.length * 0.95) - 1] ?? 0
  stdout.write(`time per answer: median ${times[Math.floor(times.length / 2)] ?? 0} ms, p95 ${p95Ms} ms\n`)
  if (options.isVerbose || options.isFull) list(judged, options)
  const { right, honest, unhelpful, wrong } = tally(judged)
  stdout.write(`right ${right} of ${judged.length}, honest ${honest}, unhelpful ${unhelpful}, wrong ${wrong}\n`)
}

function list(judged: readonly Judged[], options: ReportOptions): void {
  for (const one of judged) {
    if (one.item.half === 'held' && !options.isHeldShown) continue
    if (!options.isFull && (one.verdict === 'right' || one.verdict === 'honest')) continue
    const text = one.answer.text.replaceAll('\n', ' ⏎ ')
    const rows = one.answer.rows.length === 0 ? '' : ` (+${one.answer.rows.length} table rows)`
    stdout.write(
      `${one.verdict.toUpperCase()} ${one.item.system}/${one.item.id} [${one.item.class}] ${one.item.text}\n`,
    )
    if (one.why !== '') stdout.write(`  why: ${one.why}\n`)
    stdout.write(`  said: ${text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text}${rows}\n`)
  }
  stdout.write('\n')
}
