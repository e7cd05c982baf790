/**
 * Appends a batch: cuts it into slices, sends each to its partition, and acknowledges the batch when all are stored.
 * Each slice has a resend key of (intake key, payload hash, slice). When a sender repeats a batch of which only some
 * slices were stored, the missing ones are added and none is stored twice.
 */
import type { AppendBatch, AppendResult, TelemetryProject } from '../port.ts'
import { type CatalogView, newestOf, ofGeneration } from './catalog-view.ts'
import type { EncodedBatch, PartitionAppendResult, PartitionEntry, PartitionRpc } from './messages.ts'
import { encodeRows, recordsByShard, type Slice, slicesByDay } from './slices.ts'

/** Bytes sent in one RPC call, well below the platform's limit of 32 MiB. */
const CALL_BYTES_MAX = 8_000_000
/** After a split, resends are looked up in the previous generation for this long: as long as resend keys are kept. */
const PREDECESSOR_ASKED_MS = 3_600_000
/**
 * A purge can remove a partition during an append; the catalog then names a new one. More than one such removal in a
 * row is a bug.
 */
const ATTEMPTS_MAX = 3

export interface AppendDeps {
  readonly view: CatalogView
  readonly partition: (entry: PartitionEntry) => PartitionRpc
  readonly now: () => number
}

/**
 * Stores a batch: slices it by day and shard, and appends each slice to its partition. Returns after all are stored, or
 * that the batch was stored before.
 */
export async function appendBatch(
  deps: AppendDeps,
  project: TelemetryProject,
  batch: AppendBatch,
): Promise<AppendResult> {
  const slices = slicesByDay(batch)
  const records = slices.reduce((sum, slice) => sum + slice.records.length, 0)
  if (records === 0) return { status: 'stored', records: 0, duplicate: false }
  const wanted = slices.map(({ day, signal }) => ({ day, signal }))
  let entries = await deps.view.open(wanted, project.retentionDays, false)
  let areAllDuplicates = true
  for (const [index, slice] of slices.entries()) {
    // The first slice carries the billed bytes, so that a batch is billed once.
    const billedBytes = index === 0 ? batch.billedBytes : 0
    for (let attempt = 1; ; attempt++) {
      const result = await appendSlice(deps, project, batch, slice, entries, billedBytes)
      if (result.status === 'overloaded') return result
      if (result.status === 'stored') {
        areAllDuplicates &&= result.duplicate
        break
      }
      if (attempt === ATTEMPTS_MAX)
        throw new Error('append failed: the catalog keeps naming partitions that refuse this project')
      entries = await deps.view.open(wanted, project.retentionDays, true)
    }
  }
  return { status: 'stored', records, duplicate: areAllDuplicates }
}

async function appendSlice(
  deps: AppendDeps,
  project: TelemetryProject,
  batch: AppendBatch,
  whole: Slice,
  entries: readonly PartitionEntry[],
  billedBytes: number,
): Promise<PartitionAppendResult> {
  const targets = newestOf(entries, whole.day, whole.signal)
  const slice = batch.deduplicate ? await withoutMet(deps, entries, targets, batch, whole) : whole
  let isFirst = true
  let areAllDuplicates = true
  for (const { target, call, batches } of callsOf(slice, targets, batch)) {
    const result = await deps.partition(target).append({
      identity: { ...scopeOf(project), entry: target },
      retentionDays: project.retentionDays,
      source: batch.deduplicate ? sourceOf(batch, call) : null,
      billedBytes: isFirst ? billedBytes : 0,
      streamId: batch.source.streamId ?? null,
      batches,
    })
    if (result.status !== 'stored') return result
    isFirst = false
    areAllDuplicates &&= result.duplicate
  }
  return { status: 'stored', duplicate: areAllDuplicates }
}

interface Call {
  readonly target: PartitionEntry
  /** The number of this call among the calls to the same partition. */
  readonly call: number
  readonly batches: readonly EncodedBatch[]
  readonly records: Slice['records']
}

/** The calls that store a slice in one generation. A resent batch yields the same calls. */
function callsOf(slice: Slice, generation: readonly PartitionEntry[], batch: AppendBatch): Call[] {
  const calls: Call[] = []
  if (slice.records.length === 0) return calls
  const byShard = recordsByShard(slice, generation.length, batch.source.payloadHash)
  for (const [shard, records] of byShard) {
    const target = generation[shard]
    if (target === undefined) throw new Error(`no shard ${shard} of ${generation.length}`)
    let from = 0
    for (const [call, batches] of grouped(encodeRows(slice.signal, records, slice.day)).entries()) {
      const to = from + batches.reduce((sum, row) => sum + row.records, 0)
      calls.push({ target, call, batches, records: records.slice(from, to) })
      from = to
    }
  }
  return calls
}

/** The resend key of a call. The target stands for day, signal and shard. */
function sourceOf({ source }: AppendBatch, call: number): string {
  return `${source.keyId}|${source.payloadHash}|${call}`
}

/**
 * Removes from a slice what an earlier generation has stored. For an hour after a split, the original batch may have
 * been stored there, in whole or in part.
 */
async function withoutMet(
  deps: AppendDeps,
  entries: readonly PartitionEntry[],
  targets: readonly PartitionEntry[],
  batch: AppendBatch,
  slice: Slice,
): Promise<Slice> {
  const newest = targets[0]
  if (newest === undefined || deps.now() - newest.createdMs > PREDECESSOR_ASKED_MS) return slice
  let left = slice
  for (let generation = 1; generation < newest.generation && left.records.length > 0; generation++) {
    const earlier = ofGeneration(entries, slice.day, slice.signal, generation)
    if (earlier.length === 0) continue
    const met = new Set<Slice['records'][number]>()
    for (const { target, call, records } of callsOf(slice, earlier, batch)) {
      const isMet = await deps.partition(target).hasSource(sourceOf(batch, call))
      if (isMet) for (const record of records) met.add(record)
    }
    left = { ...left, records: left.records.filter((record) => !met.has(record)) }
  }
  return left
}

function scopeOf({ organizationId, projectId, region }: TelemetryProject) {
  return { organizationId, projectId, region }
}

/** Groups rows so that each call stays small. The same batch is always grouped the same way. */
function grouped(rows: readonly EncodedBatch[]): EncodedBatch[][] {
  const groups: EncodedBatch[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const rowBytes = row.segment === undefined ? row.text.length : row.segment.columns.length + row.segment.index.length
    if (bytes + rowBytes > CALL_BYTES_MAX) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push(row)
    bytes += rowBytes
  }
  return groups
}
