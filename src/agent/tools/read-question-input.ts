/** What read_question takes. */
import { z } from 'zod'
import { planSchema } from '../questions/plan/plan.ts'
import { winnerSchema } from '../questions/plan/winner.ts'
import { timeInput } from './window.ts'

export const input = z.strictObject({
  question: z.string().min(1).max(10_000).describe('The question as it was asked.'),
  previous: z
    .strictObject({
      plan: planSchema,
      suspect: z.string().max(256).optional(),
      onset: timeInput.optional(),
      edge: timeInput.optional(),
      message: z.string().min(1).max(500).optional(),
      trace: z.string().min(1).max(64).optional().describe('The trace of the first request that was listed.'),
      before: planSchema.optional().describe('What the last question went on from, where it was a follow-up itself.'),
      last: planSchema.optional().describe('The plan of the question before it, where it went on from an earlier one.'),
      trouble: planSchema
        .optional()
        .describe('What the thread asked last of trouble as a whole, where the last answer was of something else.'),
      troubleQuestion: z.string().max(500).optional().describe('That question.'),
      question: z.string().max(500).optional().describe('The last question that was answered.'),
      root: z.string().max(500).optional().describe('The last question of the thread that was no follow-up.'),
      parts: z.int().min(2).max(8).optional().describe('How many plans the last question had, where more than one.'),
      winner: winnerSchema.optional().describe('The first of the groups that its answer named.'),
      ranked: z.array(z.string().max(500)).max(5).optional().describe('The first of these groups, in their order.'),
    })
    .describe('The plan of the last answer, which a follow-up goes on from.')
    .optional(),
  isLastOpen: z.boolean().optional().describe('Whether the last question of the thread was asked back.'),
  open: z
    .strictObject({
      question: z.string().max(500),
      words: z.array(z.string().max(200)).max(8),
      readings: z.array(z.string().max(500)).max(5).optional(),
      before: z.array(z.string().max(500)).max(5).optional().describe('Those before it that were asked back too.'),
    })
    .optional()
    .describe('That question, with the words of it that nothing explained.'),
  asWhole: z
    .boolean()
    .optional()
    .describe(
      'The plan read word by word found nothing: only look for what in the data has all words of the question.',
    ),
})
