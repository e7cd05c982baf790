/**
 * Cuts a delivery into pieces. Each piece fits one call of the on-call object or one message of the queue. The same
 * delivery always gives the same pieces with the same ids, so a repeated piece is recognised.
 */
import {
  ALERTS_PER_CALL_MAX,
  CHANGES_PER_CALL_MAX,
  type ChangeInput,
  type NormalizedAlert,
  type ReceivedAlerts,
  type RecordedChanges,
} from '../../../contracts/oncall-protocol.ts'

/** A queue message holds 128 KB, including its envelope. */
export const PIECE_BYTES_MAX = 100_000

export type Piece = ({ readonly kind: 'alerts' } & ReceivedAlerts) | ({ readonly kind: 'changes' } & RecordedChanges)

type Head = Pick<ReceivedAlerts, 'owner' | 'deliveryId' | 'receivedAt'>

/**
 * Cuts a delivery into the calls that the on-call object takes, each with an id of its own, so that a repeated one is
 * recognised.
 */
export function piecesOfAlerts({ owner, deliveryId, receivedAt }: Head, alerts: readonly NormalizedAlert[]): Piece[] {
  const runs = cut(alerts.map(withinPiece), ALERTS_PER_CALL_MAX)
  return runs.map((run, i) => ({
    kind: 'alerts',
    owner,
    deliveryId: pieceId(deliveryId, i),
    receivedAt,
    alerts: run,
  }))
}

/** Cuts changes of a delivery into the calls that the on-call object takes, as `piecesOfAlerts` does. */
export function piecesOfChanges({ owner, deliveryId }: Head, changes: readonly ChangeInput[]): Piece[] {
  const runs = cut(changes, CHANGES_PER_CALL_MAX)
  return runs.map((run, i) => ({ kind: 'changes', owner, deliveryId: pieceId(deliveryId, i), changes: run }))
}

const pieceId = (deliveryId: string, index: number): string => (index === 0 ? deliveryId : `${deliveryId}.${index}`)

const encoder = new TextEncoder()
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).byteLength

function cut<Item>(items: readonly Item[], countMax: number): Item[][] {
  const runs: Item[][] = []
  let run: Item[] = []
  let runBytes = 0
  for (const item of items) {
    const bytes = bytesOf(item) + 1
    if (run.length > 0 && (runBytes + bytes > PIECE_BYTES_MAX || run.length >= countMax)) {
      runs.push(run)
      run = []
      runBytes = 0
    }
    run.push(item)
    runBytes += bytes
  }
  return run.length > 0 ? [...runs, run] : runs
}

const LABELS_KEPT = 16
const TEXT_CHARACTERS_KEPT = 500

/** Shrinks an alert that is larger than a piece: removes its JSON first, then cuts its long texts. */
function withinPiece(alert: NormalizedAlert): NormalizedAlert {
  if (bytesOf(alert) <= PIECE_BYTES_MAX) return alert
  const withoutRaw = { ...alert, raw: '' }
  if (bytesOf(withoutRaw) <= PIECE_BYTES_MAX) return withoutRaw
  const labels = Object.entries(alert.labels)
    .slice(0, LABELS_KEPT)
    .map(([name, value]) => [name, value.slice(0, TEXT_CHARACTERS_KEPT).toWellFormed()])
  return {
    ...withoutRaw,
    labels: Object.fromEntries(labels),
    links: alert.links.slice(0, 2),
    query: alert.query?.slice(0, TEXT_CHARACTERS_KEPT).toWellFormed() ?? null,
  }
}
