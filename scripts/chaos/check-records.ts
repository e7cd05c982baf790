/** Compares records read back with the batches that were sent: pure, so that the check itself can be tested. */

/** Every record of a batch carries `batch <number> record <index> of <size>` in its body. */
export function recordBody(batch: number, index: number, size: number, filler: string): string {
  return `batch ${batch} record ${index} of ${size} ${filler}`
}

export interface SentBatch {
  readonly batch: number
  readonly size: number
  readonly isAcknowledged: boolean
}

export interface RecordsReport {
  readonly records: number
  readonly lost: number
  readonly doubled: number
  /** Read back, but never sent. */
  readonly unknown: number
}

const BODY = /^batch (\d+) record (\d+) of (\d+) /

/** Lost: a record of an acknowledged batch that is not there. Doubled: any record that is there more than once. */
export function checkRecords(bodies: Iterable<string>, batches: readonly SentBatch[]): RecordsReport {
  const sizes = new Map(batches.map((batch) => [batch.batch, batch.size]))
  const counts = new Map<string, number>()
  let unknown = 0
  let records = 0
  for (const body of bodies) {
    records++
    const match = BODY.exec(body)
    if (match === null || sizes.get(Number(match[1])) !== Number(match[3])) {
      unknown++
      continue
    }
    const key = `${match[1]} ${match[2]}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  let lost = 0
  for (const batch of batches) {
    if (!batch.isAcknowledged) continue
    for (let index = 0; index < batch.size; index++) if (!counts.has(`${batch.batch} ${index}`)) lost++
  }
  const doubled = [...counts.values()].filter((count) => count > 1).length
  return { records, lost, doubled, unknown }
}
