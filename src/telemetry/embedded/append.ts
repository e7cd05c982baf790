/**
 * Appending a batch: cut it into slices, send each to its partition, acknowledge when all are stored. A slice remembers
 * (intake key, payload hash, slice), so that a sender that repeats a batch of which only some slices were stored adds
 * the missing ones and doubles none.
 */
import type { AppendBatch, AppendResult, TelemetryProject } from '../port.ts'
import { type CatalogView, newestOf } from './catalog-view.ts'
import type { EncodedBatch, PartitionAppendResult, PartitionEntry, PartitionRpc } from './messages.ts'
import { encodeRows, recordsByShard, type Slice, slicesByDay } from './slices.ts'

/** Bytes of text sent in one call; the platform's bound on a call is 32 MiB. */
const CALL_TEXT_MAX = 8_000_000
/** How long a generation's predecessor is asked whether it has met a resend: as long as sources are remembered. */
const PREDECESSOR_ASKED_MS = 3_600_000
/** A purge can take a partition from under an append; the catalog then names a new one. More than one such in a row is a bug. */
const ATTEMPTS_MAX = 3

export interface AppendDeps {
  readonly view: CatalogView
  readonly partition: (entry: PartitionEntry) => PartitionRpc
  readonly now: () => number
}

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
    // Bytes are billed once a batch: with its first slice.
    const billedBytes = index === 0 ? batch.billedBytes : 0
    for (let attempt = 1; ; attempt++) {
      const result = await appendSlice(deps, project, batch, slice, entries, billedBytes)
      if (result.status === 'overloaded') return result
      if (result.status === 'stored') {
        areAllDuplicates &&= result.duplicate
        break
      }
      if (attempt === ATTEMPTS_MAX) throw new Error('the catalog names a partition that refuses the project')
      entries = await deps.view.open(wanted, project.retentionDays, true)
    }
  }
  return { status: 'stored', records, duplicate: areAllDuplicates }
}

async function appendSlice(
  deps: AppendDeps,
  project: TelemetryProject,
  batch: AppendBatch,
  slice: Slice,
  entries: readonly PartitionEntry[],
  billedBytes: number,
): Promise<PartitionAppendResult> {
  const targets = newestOf(entries, slice.day, slice.signal)
  const byShard = recordsByShard(slice, targets.length, batch.source.payloadHash)
  let isFirst = true
  let areAllDuplicates = true
  for (const [shard, records] of byShard) {
    const target = targets[shard]
    if (target === undefined) throw new Error(`no shard ${shard} of ${targets.length}`)
    for (const [call, batches] of calls(encodeRows(slice.signal, records, slice.day)).entries()) {
      // The day is told apart by the partition; the shard is not, because another generation cuts differently.
      const source = `${batch.source.keyId}|${batch.source.payloadHash}|${call}`
      const known = batch.deduplicate && (await predecessorKnows(deps, entries, target, source))
      if (known) continue
      const result = await deps.partition(target).append({
        identity: { ...scopeOf(project), entry: target },
        retentionDays: project.retentionDays,
        source: batch.deduplicate ? source : null,
        billedBytes: isFirst ? billedBytes : 0,
        batches,
      })
      if (result.status !== 'stored') return result
      isFirst = false
      areAllDuplicates &&= result.duplicate
    }
  }
  return { status: 'stored', duplicate: areAllDuplicates }
}

function scopeOf({ organizationId, projectId, region }: TelemetryProject) {
  return { organizationId, projectId, region }
}

/** Rows grouped so that one call stays small; the same batch is always grouped the same way. */
function calls(rows: readonly EncodedBatch[]): EncodedBatch[][] {
  const grouped: EncodedBatch[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (bytes + row.text.length > CALL_TEXT_MAX) {
      grouped.push([])
      bytes = 0
    }
    grouped.at(-1)?.push(row)
    bytes += row.text.length
  }
  return grouped
}

/** A resend within an hour of a split may have been stored by the generation before. */
async function predecessorKnows(
  deps: AppendDeps,
  entries: readonly PartitionEntry[],
  target: PartitionEntry,
  source: string,
): Promise<boolean> {
  if (target.generation === 1 || deps.now() - target.createdMs > PREDECESSOR_ASKED_MS) return false
  const before = entries.filter(
    (entry) => entry.day === target.day && entry.signal === target.signal && entry.generation < target.generation,
  )
  const answers = await Promise.all(before.map((entry) => deps.partition(entry).hasSource(source)))
  return answers.includes(true)
}
