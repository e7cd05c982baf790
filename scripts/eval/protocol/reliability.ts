/** Whether confidence is honest: of the answers said with about this confidence, which share is right. */
import { markdown } from './table.ts'

export interface Answer {
  readonly cluster: string
  readonly confidence: number
  readonly isRight: boolean
}
export interface Bin {
  readonly from: number
  readonly to: number
  readonly answers: number
  /** Null where the bin is empty. */
  readonly meanConfidence: number | null
  readonly rightShare: number | null
}

/** Finer where promises are made: 0.9 means at least 95 % right. */
const EDGES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1] as const

export function binsOf(answers: readonly Answer[]): Bin[] {
  return EDGES.slice(0, -1).map((from, index) => {
    const to = EDGES[index + 1] ?? 1
    const isLast = index === EDGES.length - 2
    const inside = answers.filter(({ confidence }) => confidence >= from && (confidence < to || isLast))
    const mean = (of: (answer: Answer) => number): number | null =>
      inside.length === 0 ? null : inside.reduce((sum, answer) => sum + of(answer), 0) / inside.length
    return {
      from,
      to,
      answers: inside.length,
      meanConfidence: mean(({ confidence }) => confidence),
      rightShare: mean(({ isRight }) => (isRight ? 1 : 0)),
    }
  })
}

export function reliabilityTable(answers: readonly Answer[]): string {
  const bins = binsOf(answers)
  return markdown([
    ['confidence', 'answers', 'mean confidence', 'right'],
    ...bins.map(({ from, to, answers: count, meanConfidence, rightShare }) => [
      `${from.toFixed(2)} to ${to.toFixed(2)}`,
      String(count),
      meanConfidence?.toFixed(2) ?? '–',
      rightShare?.toFixed(2) ?? '–',
    ]),
  ])
}

const SIDE = 320
const MARGIN = 44
/** A dot's area grows with the answers in its bin. */
const RADIUS_MIN = 3
const RADIUS_MAX = 14

/** A reliability diagram as SVG: dots on the diagonal are honest, above it too modest, below it too sure. */
export function reliabilitySvg(answers: readonly Answer[], title: string): string {
  const bins = binsOf(answers).filter(({ answers: count }) => count > 0)
  const most = Math.max(1, ...bins.map(({ answers: count }) => count))
  const x = (share: number): number => MARGIN + share * SIDE
  const y = (share: number): number => MARGIN + (1 - share) * SIDE
  const ticks = [0, 0.25, 0.5, 0.75, 1]
  const dots = bins.map(({ meanConfidence, rightShare, answers: count, from, to }) => {
    const radius = RADIUS_MIN + (RADIUS_MAX - RADIUS_MIN) * Math.sqrt(count / most)
    const [cx, cy] = [x(meanConfidence ?? 0).toFixed(1), y(rightShare ?? 0).toFixed(1)]
    const words = `${from} to ${to}: ${count} answers, ${(rightShare ?? 0).toFixed(2)} right`
    return `<circle cx="${cx}" cy="${cy}" r="${radius.toFixed(1)}" fill="#2563eb" fill-opacity="0.7"><title>${words}</title></circle>`
  })
  const size = SIDE + 2 * MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" font-family="sans-serif" font-size="11" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${size}" height="${size}" fill="#fff"/>`,
    `<rect x="${MARGIN}" y="${MARGIN}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#888"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#888" stroke-dasharray="4 4"/>`,
    ...ticks.map((tick) => `<text x="${x(tick)}" y="${y(0) + 16}" text-anchor="middle">${tick}</text>`),
    ...ticks.map((tick) => `<text x="${x(0) - 6}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`),
    `<text x="${x(0.5)}" y="${size - 6}" text-anchor="middle">confidence of the answer</text>`,
    `<text x="12" y="${y(0.5)}" text-anchor="middle" transform="rotate(-90 12 ${y(0.5)})">share of answers that were right</text>`,
    `<text x="${x(0.5)}" y="${MARGIN - 14}" text-anchor="middle">${title}</text>`,
    ...dots,
    '</svg>',
    '',
  ].join('\n')
}
