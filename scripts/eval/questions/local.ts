/**
 * Puts questions to the agent in this process, over the reference store instead of a server: seconds for a round, and
 * the totals of the server's way. What it leaves out: intake, HTTP, the thread object.
 */
import { Conversation } from '../../../test/agent/ask.ts'
import { rememberingStore } from '../../../test/agent/remembering-store.ts'
import { storeWithWorld } from '../../../test/agent/world-store.ts'
import { answerOf, type Item, type Judged, threadsOf } from './ask.ts'
import { judge } from './judge/judge.ts'
import { recognisedChanges } from './recognised-changes.ts'
import type { World } from './records.ts'

/** Asks each thread in order, all at the moment when the telemetry ends. */
export async function askLocally(items: readonly Item[], world: World): Promise<Judged[]> {
  const store = rememberingStore(await storeWithWorld(world))
  const judged: Judged[] = []
  const extra = { changes: recognisedChanges(world) }
  for (const thread of threadsOf(items)) {
    const talk = new Conversation(store, undefined, undefined, extra)
    for (const item of thread) judged.push(await askOne(item, talk, world.endMs))
  }
  return judged
}

async function askOne(item: Item, talk: Conversation, askedMs: number): Promise<Judged> {
  const beganMs = performance.now()
  const answered = await talk.ask(item.text, askedMs)
  const tookMs = Math.round(performance.now() - beganMs)
  const artifacts = answered.artifacts.map(({ name, data }) => ({ type: 'artifact' as const, name, data }))
  const answer = answerOf([{ type: 'message', message: answered.text }, ...artifacts])
  const expected = item.expect(askedMs)
  return { item, answer, expected, tookMs, ...judge({ question: item.text, answer, expect: expected, nowMs: askedMs }) }
}
