/**
 * The report of a counting Durable Object (a partition, a thread): the running total of one hour, as counted by that
 * object. A total replaces an earlier, smaller total with the same key. The debited line (organization, project,
 * dimension, hour) is the sum over streams and sources. So a message may be repeated, late or out of order, and any
 * later message with the same key makes up for a lost one.
 */
import { z } from 'zod'
import { USAGE_TOTAL_MAX } from '../amounts.ts'
import { USAGE_DIMENSIONS } from '../price-book.ts'

const ID_LENGTH_MAX = 200

/** Persisted shape, because messages wait in a queue across deployments: fields may only be added, as optional ones. */
export const usageMessageSchema = z.object({
  organizationId: z.string().min(1).max(ID_LENGTH_MAX),
  projectId: z.string().min(1).max(ID_LENGTH_MAX),
  /** The log stream that delivered the bytes; null for usage without a stream (tokens, keys of a project). */
  streamId: z.string().min(1).max(ID_LENGTH_MAX).nullable(),
  /** Id or name of the object that counted. The totals of two objects for the same hour of a project are added. */
  source: z.string().min(1).max(ID_LENGTH_MAX),
  dimension: z.enum(USAGE_DIMENSIONS),
  /** Hour of acceptance, in hours since 1970; not the hour of the record's own time. */
  hour: z.int().min(0).max(10_000_000),
  total: z.int().min(0).max(USAGE_TOTAL_MAX),
})

export type UsageMessage = z.infer<typeof usageMessageSchema>
