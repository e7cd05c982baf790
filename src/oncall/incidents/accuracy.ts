/** Computes how often the answers that people judged were right, per level of confidence. */
import type { Accuracy } from '../../contracts/incident-protocol.ts'

const BANDS = [0, 0.5, 0.8, 0.9, 1] as const

export interface JudgedAnswer {
  readonly confidence: number
  readonly isRight: boolean
}

/** `incidents` counts all investigated incidents, judged or not. */
export function accuracyOf(judged: readonly JudgedAnswer[], incidents: number): Accuracy {
  const bands = BANDS.slice(0, -1).map((from, index) => {
    const to = BANDS[index + 1] ?? 1
    const isLast = index === BANDS.length - 2
    const inside = judged.filter(
      ({ confidence }) => confidence >= from && (confidence < to || (isLast && confidence <= to)),
    )
    return { from, to, judged: inside.length, right: inside.filter(({ isRight }) => isRight).length }
  })
  return { judged: judged.length, right: judged.filter(({ isRight }) => isRight).length, incidents, bands }
}
