/** Finds changes of version from the times when each version of a service was seen. */

export interface VersionSeen {
  readonly service: string
  readonly version: string
  readonly firstMs: number
  readonly lastMs: number
}

export interface VersionChange {
  readonly service: string
  readonly from: string
  readonly to: string
  readonly atMs: number
}

/** If two versions run together for longer than this, they are a canary or two fleets. Each return is reported once. */
const RETURN_AFTER_MS = 60_000

/** Returns each start of a version after another one of the same service, and each return to an older version. */
export function versionChanges(seen: readonly VersionSeen[]): VersionChange[] {
  const byService = Map.groupBy(seen, ({ service }) => service)
  return [...byService.values()]
    .flatMap((versions) => ofService(versions.toSorted((a, b) => a.firstMs - b.firstMs)))
    .sort((a, b) => a.atMs - b.atMs || (a.service < b.service ? -1 : 1))
}

function ofService(versions: readonly VersionSeen[]): VersionChange[] {
  return versions.flatMap((newer, index) => {
    const older = versions[index - 1]
    if (older === undefined || older.firstMs >= newer.firstMs) return []
    const { service } = newer
    const change = { service, from: older.version, to: newer.version, atMs: newer.firstMs }
    const isReturn = older.lastMs > newer.lastMs + RETURN_AFTER_MS
    return isReturn ? [change, { service, from: newer.version, to: older.version, atMs: newer.lastMs }] : [change]
  })
}
