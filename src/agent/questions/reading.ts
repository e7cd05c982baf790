/** What reading a question gives: plans to answer, or words for the person, and the account of every word. */
import type { Plan, PlanOf } from './plan/plan.ts'

/** A question that needs no telemetry. */
export type Remark =
  | { readonly kind: 'help' | 'thanks' | 'greeting' | 'off_topic' }
  | { readonly kind: 'refusal'; readonly what: 'change' | 'reveal' }
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'owner'; readonly service: string }

/** What may tell of trouble with what a question names, where the question was read as one about all trouble. */
export interface OwnTrouble {
  readonly words: readonly string[]
  /** The value of requests that is named, such as a customer. */
  readonly value?: string
  /** The lines that say the words, or those of failed requests with the value. */
  readonly plan: PlanOf<'patterns'>
}

export interface Reading {
  readonly plans: readonly Plan[]
  readonly remark?: Remark
  /** Said before anything else: what was taken for what, and what is not there. */
  readonly notes: readonly string[]
  /** Words that no slot could use; said in the first sentence. */
  readonly leftOut: readonly string[]
  /** What the question says of trouble that is told for everything; said behind the answer. */
  readonly unrestricted?: readonly string[]
  readonly ownTrouble?: OwnTrouble
  /** Why there is no plan but a question back, with the nearest readings. */
  readonly askBack?: { readonly because: string; readonly readings: readonly string[] }
  /** Of a question that was asked back, the words that nothing explained. */
  readonly open?: readonly string[]
  /** What a follow-up went on from, where that is not the last plan: "and csv?" after "only the pdfs". */
  readonly base?: Plan
  /** Whether a follow-up was read word by word in any order: it goes on from this answer and no other. */
  readonly isBySlots?: boolean
  readonly relation: 'new' | 'follow_up'
  readonly lastRecord: string | null
  readonly language: string
}
