/** Learns what a project shows when nothing happens: takes one look, as a question without a time does. */
import type { QuietProfile } from '../../contracts/quiet-profile.ts'
import { marginOf, usualMarginOf } from './judgement.ts'
import { LabelledSource } from './labelled-source.ts'
import { bothOf, type Looks, lookAround } from './looks.ts'
import { DEFAULT_PARAMETERS, type InvestigatorParameters } from './parameters.ts'
import { type QuietLook, quietKindOf, withQuietLook } from './quiet-profile.ts'
import type { InvestigationSource } from './source.ts'

/** Two minutes make a full baseline (onset.ts), and what follows a placebo onset should be as long. */
const WINDOW_MIN_MS = 4 * 60_000

export interface QuietLesson {
  readonly profile: QuietProfile | null
  readonly nowMs: number
  readonly parameters?: InvestigatorParameters
}

/**
 * The profile with what the last half hour of telemetry shows. Null where there is nothing to learn: something may have
 * broken in it, there is too little of it, or it was learnt from already. Throws what the source throws.
 */
export async function learnQuiet(source: InvestigationSource, lesson: QuietLesson): Promise<QuietProfile | null> {
  const parameters = lesson.parameters ?? DEFAULT_PARAMETERS
  const asked = { source, window: null, incidentStartHint: null, now: lesson.nowMs }
  const looks = await lookAround(new LabelledSource(source), asked, parameters)
  return 'present' in looks ? withLooks(looks, { ...lesson, parameters }) : null
}

/** As `learnQuiet`, from a look already taken. */
export function withLooks(
  looks: Looks,
  { profile, nowMs, parameters = DEFAULT_PARAMETERS }: QuietLesson,
): QuietProfile | null {
  const { window } = looks
  if (window.toMs - window.fromMs < WINDOW_MIN_MS || window.fromMs < (profile?.upToMs ?? 0)) return null
  const { fine, coarse } = bothOf(looks, null, parameters, { profile, nowMs })
  const isQuiet = (fine === null || usualMarginOf(fine.look) < 0) && (coarse === null || marginOf(coarse.look) < 0)
  const learnt = isQuiet ? quietLooksOf(looks) : []
  return learnt.length === 0 ? null : withQuietLook(profile, learnt, { nowMs, upToMs: window.toMs })
}

function quietLooksOf({ looked, metrics }: Looks): QuietLook[] {
  const found: QuietLook[] = []
  if (looked !== null) {
    const { logs, traces } = looked.material
    const present = [...(traces?.activity.operations ?? []), ...(logs?.activity.shapes ?? [])]
    found.push({
      signal: traces === null ? 'lines' : 'spans',
      present: namesOf(present),
      scores: new Map(
        (looked.examination?.ranked ?? []).map(({ service, score, findings }) => [
          service,
          { nats: score, kind: quietKindOf(findings[0]?.kind) },
        ]),
      ),
    })
  }
  if (metrics !== null) {
    found.push({
      signal: 'metrics',
      present: namesOf(metrics.examination.rows),
      scores: new Map(
        metrics.examination.candidates.map(({ service, surprise }) => [service, { nats: surprise, kind: 'readings' }]),
      ),
    })
  }
  return found
}

function namesOf(of: readonly { readonly service: string }[]): string[] {
  return [...new Set(of.map(({ service }) => service))]
}
