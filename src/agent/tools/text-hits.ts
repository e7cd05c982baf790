/** How many log records say the words of a question that nothing else explains. */
import { fromMillis, MS_PER_DAY } from '../../telemetry/index.ts'
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { TextHits } from '../questions/reader/state.ts'

export type HitsOf = (words: readonly string[]) => Promise<TextHits>

/** How many log records say each of the words; each word is searched for once, however often the question is read. */
export function rememberedHits(ctx: AgentContext, catalogue: Catalogue): HitsOf {
  const found = new Map<string, Promise<number>>()
  const hitsFor = (word: string): Promise<number> => {
    const held = found.get(word) ?? recordsWith(ctx, catalogue, word)
    found.set(word, held)
    return held
  }
  return async (words) =>
    Object.fromEntries(await Promise.all(words.map(async (word) => [word, await hitsFor(word)] as const)))
}

async function recordsWith(ctx: AgentContext, { records, lastMs }: Catalogue, word: string): Promise<number> {
  if (records.logs === 0) return 0
  const toMs = Math.min(ctx.askedAtMs, lastMs ?? ctx.askedAtMs) + 1
  const { total } = await ctx.telemetry.countLogs(ctx.project, {
    range: { from: fromMillis(toMs - MS_PER_DAY), to: fromMillis(toMs) },
    filter: { conditions: [], text: { mode: 'all', text: word } },
    intervalMs: null,
    groupBy: [],
    groupsMax: 1,
  })
  return total
}
