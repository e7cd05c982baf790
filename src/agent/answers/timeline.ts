/** Writes an incident in the order of time: the onset, the services that were affected, the changes, and the end. */
import { cite, code, plain } from '../embedded/markdown.ts'
import { nothingBroke } from './cause.ts'
import { effectWords, failedUntil, goesOn } from './cause-effect.ts'
import { type CauseMaterial, failureOf, firstCandidate, wordsOfMechanism } from './cause-material.ts'
import { clock } from './format.ts'

/** The answer's paragraphs: where it began and how bad it is, then one line for each event. */
export function timelineAnswer(material: CauseMaterial): string[] {
  const { result, id, askedAtMs } = material
  if (result.outcome === 'no_anomaly' || result.outcome === 'no_data') return nothingBroke(material)
  const name = code(firstCandidate(material)?.service ?? 'unknown', 80)
  const { verdict, onset } = result
  const events: { atMs: number; text: string }[] = []
  const { what } = wordsOfMechanism(material)
  const [line] = material.ownLines
  const says = line === undefined || failureOf(material) !== null ? '' : `; it logs \u201c${plain(line, 160)}\u201d`
  if (onset !== null) events.push({ atMs: Date.parse(onset), text: `${name}: ${what} (onset)${says}` })
  const seen = new Set<string>()
  for (const step of verdict.chain) {
    if (step.firstSeenMs === null || seen.has(step.to)) continue
    seen.add(step.to)
    // Who suffers may show it in a coarser step than where it began: never before it.
    const atMs = onset === null ? step.firstSeenMs : Math.max(step.firstSeenMs, Date.parse(onset))
    events.push({ atMs, text: `${code(step.to, 60)} is affected by ${code(step.from, 60)}` })
  }
  for (const { change, state } of verdict.changes.slice(0, 4))
    events.push({
      atMs: change.startedMs,
      text: `change: ${plain(change.title, 120)} (${state === 'culprit' ? 'fits as the cause' : 'does not fit as the cause'})`,
    })
  const until = failedUntil(material)
  if (until?.isOver === true) events.push({ atMs: until.untilMs, text: 'back to usual' })
  else if (verdict.state.atMs !== null)
    events.push({
      atMs: verdict.state.atMs,
      text:
        verdict.state.kind === 'recovered'
          ? 'back to usual'
          : verdict.state.kind === 'silent'
            ? 'telemetry ends, still failing'
            : 'still failing',
    })
  events.sort((a, b) => a.atMs - b.atMs)
  const rows = events.map(({ atMs, text }) => `- ${clock(new Date(atMs).toISOString(), askedAtMs)}: ${text}`)
  const how = effectWords(material)
  return [
    `It began in ${name}${onset === null ? '' : ` at **${clock(onset, askedAtMs)}**`}${how === '' ? '' : `; ${how}`}; ${goesOn(material)}. ${cite(id)}`,
    rows.join('\n'),
  ]
}
