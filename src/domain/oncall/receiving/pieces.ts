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
import type { WorkPace } from '../../../work-pace.ts'

/** A queue message holds 128 KB, including its envelope. */
export const PIECE_BYTES_MAX = 100_000

export type Piece = ({ readonly kind: 'alerts' } & ReceivedAlerts) | ({ readonly kind: 'changes' } & RecordedChanges)

type Head = Pick<ReceivedAlerts, 'owner' | 'deliveryId' | 'receivedAt'>

/**
 * Cuts a delivery into the calls that the on-call object takes, each with an id of its own, so that a repeated one is
 * recognised. A large body is decoded while its items are taken, so other requests come in between.
 */
export async function piecesOfAlerts(
  { owner, deliveryId, receivedAt }: Head,
  alerts: Iterable<NormalizedAlert>,
  pace: WorkPace,
): Promise<Piece[]> {
  const runs = await cut(alerts, withinPiece, ALERTS_PER_CALL_MAX, pace)
  return runs.map((run, i) => ({
    kind: 'alerts',
    owner,
    deliveryId: pieceId(deliveryId, i),
    receivedAt,
    alerts: run,
  }))
}

/** Cuts changes of a delivery into the calls that the on-call object takes, as `piecesOfAlerts` does. */
export async function piecesOfChanges(
  { owner, deliveryId }: Head,
  changes: Iterable<ChangeInput>,
  pace: WorkPace,
): Promise<Piece[]> {
  const runs = await cut(changes, sized, CHANGES_PER_CALL_MAX, pace)
  return runs.map((run, i) => ({ kind: 'changes', owner, deliveryId: pieceId(deliveryId, i), changes: run }))
}

const pieceId = (deliveryId: string, index: number): string => (index === 0 ? deliveryId : `${deliveryId}.${index}`)

const encoder = new TextEncoder()
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).byteLength

/**
 * Of making an item and measuring it, in units of `WorkPace`: so much for each, and for this many bytes of it. Warm code
 * needs a third; a delivery after an outage is often the first that an isolate sees.
 */
const ITEM_UNITS = 80
const BYTES_A_UNIT = 100

interface Sized<Item> {
  readonly item: Item
  readonly bytes: number
}

const sized = <Item>(item: Item): Sized<Item> => ({ item, bytes: bytesOf(item) })

async function cut<Item>(
  items: Iterable<Item>,
  fitted: (item: Item) => Sized<Item>,
  countMax: number,
  pace: WorkPace,
): Promise<Item[][]> {
  const runs: Item[][] = []
  let run: Item[] = []
  let runBytes = 0
  for (const one of items) {
    const { item, bytes: itemBytes } = fitted(one)
    const bytes = itemBytes + 1
    if (run.length > 0 && (runBytes + bytes > PIECE_BYTES_MAX || run.length >= countMax)) {
      runs.push(run)
      run = []
      runBytes = 0
    }
    run.push(item)
    runBytes += bytes
    await pace.spend(ITEM_UNITS + bytes / BYTES_A_UNIT)
  }
  return run.length > 0 ? [...runs, run] : runs
}

const LABELS_KEPT = 16
const TEXT_CHARACTERS_KEPT = 500

/** Shrinks an alert that is larger than a piece: removes its JSON first, then cuts its long texts. */
function withinPiece(alert: NormalizedAlert): Sized<NormalizedAlert> {
  const whole = sized(alert)
  if (whole.bytes <= PIECE_BYTES_MAX) return whole
  const withoutRaw = { ...alert, raw: '' }
  const shorter = sized(withoutRaw)
  if (shorter.bytes <= PIECE_BYTES_MAX) return shorter
  const labels = Object.entries(alert.labels)
    .slice(0, LABELS_KEPT)
    .map(([name, value]) => [name, value.slice(0, TEXT_CHARACTERS_KEPT).toWellFormed()])
  return sized({
    ...withoutRaw,
    labels: Object.fromEntries(labels),
    links: alert.links.slice(0, 2),
    query: alert.query?.slice(0, TEXT_CHARACTERS_KEPT).toWellFormed() ?? null,
  })
}
