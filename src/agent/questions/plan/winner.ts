/** What a ranking puts first, which a thread may go on about. */
import { z } from 'zod'
import { groupSchema } from './plan.ts'

/** The first of the groups that an answer named. */
export const winnerSchema = groupSchema.extend({ value: z.string().min(1).max(500) })
export type Winner = Readonly<z.infer<typeof winnerSchema>>
