/**
 * What a counting Durable Object (a partition, a thread) reports: the running total of one hour, as counted by it alone.
 * A total replaces an earlier, smaller one of the same key; the line that is debited (organization, project, dimension,
 * hour) is the sum over streams and sources. So a message may be repeated, late or out of order, and a lost one is
 * made good by any later one of the same key.
 */
import { z } from 'zod'
import { USAGE_TOTAL_MAX } from '../amounts.ts'
import { USAGE_DIMENSIONS } from '../price-book.ts'

const ID_LENGTH_MAX = 200

/** Persisted shape (messages wait in a queue across deployments): fields are only ever added, as optional ones. */
export const usageMessageSchema = z.object({
  organizationId: z.string().min(1).max(ID_LENGTH_MAX),
  projectId: z.string().min(1).max(ID_LENGTH_MAX),
  /** The log stream that brought the bytes; null for usage of no stream (tokens, keys of a project). */
  streamId: z.string().min(1).max(ID_LENGTH_MAX).nullable(),
  /** The object that counted, its id or name: two objects that count the same hour of a project are added up. */
  source: z.string().min(1).max(ID_LENGTH_MAX),
  dimension: z.enum(USAGE_DIMENSIONS),
  /** Hours since 1970 of the moment of acceptance, not of the record's own time. */
  hour: z.int().min(0).max(10_000_000),
  total: z.int().min(0).max(USAGE_TOTAL_MAX),
})

export type UsageMessage = z.infer<typeof usageMessageSchema>
