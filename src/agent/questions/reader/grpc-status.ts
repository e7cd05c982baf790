/** "UNAVAILABLE answers", "deadline exceeded calls": the status codes of gRPC by their names. */
import { negated, type QuestionState } from './state.ts'

const KEY = 'rpc.grpc.status_code'
/** By number, as gRPC lists them. */
const NAMES = `OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED
  RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS
  UNAUTHENTICATED`
  .toLowerCase()
  .split(/\s+/)
/** What stands beside a code that is said in small letters. */
const NOUN = /^(?:status|code|answer|response|reply|error|call|request|result)$/

/** Takes the name of a status where spans carry its number; written small it needs a noun of answers beside it. */
export function grpcStatus(state: QuestionState): void {
  const { catalogue } = state.context
  if (!catalogue.keys.some(({ key, signal }) => key === KEY && signal === 'spans')) return
  for (const [at, word] of state.words.entries()) {
    if (word.usedBy !== null) continue
    for (const length of [3, 2, 1]) {
      const said = state.words.slice(at, at + length)
      const code = NAMES.indexOf(said.map(({ text }) => text).join('_'))
      if (said.length < length || code < 0 || said.some(({ usedBy }) => usedBy !== null)) continue
      // "Failed precondition checks": "failed" beside a noun is what became of something.
      if (length > 1 && said[0]?.text === 'failed') continue
      const beside = [state.words[at - 1], state.words[at + length]]
      const isWritten = code > 0 && state.written.includes((NAMES[code] ?? '').toUpperCase())
      if (!isWritten && !beside.some((one) => one !== undefined && NOUN.test(one.lemma))) continue
      const isNot = negated(state, said)
      for (const one of [...said, ...beside])
        if (one !== undefined && (said.includes(one) || NOUN.test(one.lemma)) && one.lemma !== 'request')
          one.usedBy ??= 'status_code'
      state.conditions.push({ on: 'status_code', from: code, to: code, ...(isNot ? { not: true } : {}) })
      return
    }
  }
}
