/** What a thread object needs to distinguish a foreign caller from its own, without reading D1. */
export interface VisibleTenants {
  readonly organizationIds: readonly string[]
  readonly projectId: string | null
  /** Projects that are deleted; left out where there are none. */
  readonly deletedProjectIds?: readonly string[]
}
