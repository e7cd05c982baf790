/** What an answer has to say to be right. The file format of `npm run eval:questions`: docs/design/questions-eval.md. */
import { z } from 'zod'

export const UNITS = ['count', 'percent', 'ms', 'per_second', 'bytes', 'any'] as const
export type Unit = (typeof UNITS)[number]

const numberSchema = z.strictObject({
  value: z.number(),
  unit: z.enum(UNITS),
  /** Relative; 0.005 without one, so that small counts are exact. */
  tolerance: z.number().min(0).max(1).optional(),
  /** Other correct readings of the same question. */
  also: z.array(z.number()).optional(),
})
export type NumberExpectation = z.infer<typeof numberSchema>

/** Regular expressions, without regard to case. */
const patterns = z.array(z.string())

export const DECLINES = ['unknown', 'read_only', 'language', 'off_topic', 'small_talk', 'no_data', 'ask_back'] as const

export const expectationSchema = z.strictObject({
  /** Each must be a headline number of the answer. */
  numbers: z.array(numberSchema).optional(),
  /** Each name must stand in one line or table row with its number. */
  groups: z.record(z.string(), numberSchema).optional(),
  /** Names in the whole answer, tables included. */
  names: z.array(z.string()).optional(),
  /** The first of these names in the answer must be `first`. */
  first: z.strictObject({ name: z.string(), among: z.array(z.string()) }).optional(),
  /** ISO 8601, in the telemetry's own time. */
  time: z.strictObject({ at: z.string(), toleranceS: z.number() }).optional(),
  /** Yes or no; `sense` tells what words without yes or no mean. */
  verdict: z
    .strictObject({ is: z.enum(['yes', 'no']), sense: z.enum(['good', 'bad', 'up', 'down', 'fact']) })
    .optional(),
  /** All groups must occur; of a group, one pattern. `saysFirst` looks at the first paragraph only. */
  says: z.array(patterns).optional(),
  saysFirst: z.array(patterns).optional(),
  /** A match is a false statement. */
  never: patterns.optional(),
  neverFirst: patterns.optional(),
  /** The right answer says that it cannot be answered, and why. */
  decline: z.enum(DECLINES).optional(),
})
export type Expectation = z.infer<typeof expectationSchema>

export const questionSchema = z.strictObject({
  id: z.string().min(1),
  class: z.string().min(1),
  half: z.enum(['dev', 'held']).optional(),
  ask: z.string().min(1).max(10_000),
  /** Questions of one thread, in the order of the file, are asked in one thread. */
  thread: z.string().min(1).optional(),
  expect: expectationSchema,
})
export type Question = z.infer<typeof questionSchema>
