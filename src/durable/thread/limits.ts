/** Limits of threads and runs, each with the reason for its value. */

/** Model and tool calls of one run together; past it the run ends in `error` with what was found. */
export const STEPS_MAX = 24
/** Time a run may be worked on. Time in which no instance drove it (a crash, a deploy) does not count. */
export const WALL_LIMIT_MS = 300_000
/** How long after a crash the alarm takes a run up again when nobody else wakes the object. */
export const LEASE_MS = 10_000
/** A step begun and not finished is repeated this often; then its run ends in `error`. */
export const STEP_REPEATS_MAX = 3
/** JSON bytes of one tool result in a block. */
export const TOOL_RESULT_BYTES_MAX = 65_536
/** Part of a message that tool results may not fill, so that the answer itself always has room. */
export const ANSWER_RESERVE_BYTES = 65_536
/** JSON bytes of the summary of older turns: a few pages. */
export const SUMMARY_BYTES_MAX = 32_768
/** Stored text of a model call under way is at most this old: a write per chunk would cost a commit per token. */
export const CHUNK_INTERVAL_MS = 200
/** First chunks wait this long: an instant model finishes within it and costs no write for its chunks. */
export const CHUNK_FIRST_DELAY_MS = 20
/** Changes of a thread are delivered to D1 and search this long after the first of them, many runs in one go. */
export const OUTBOX_DELAY_MS = 400
/** A new thread's row waits this long for its first run's end, so that an instant run costs one write of it, not two. */
export const ROW_DELAY_MS = 25
/** An answer waits no longer than this for the row: with D1 out of reach the thread is made all the same. */
export const ROW_WAIT_MAX_MS = 3_000
/** Waits between deliveries that failed double from the first to the second of these. */
export const OUTBOX_RETRY_FIRST_MS = 1_000
export const OUTBOX_RETRY_MAX_MS = 300_000
/** Pauses before a model call is tried again, unless the model said how long. */
export const MODEL_RETRY_FIRST_MS = 500
export const MODEL_RETRY_MAX_MS = 20_000
/** Bytes of older messages given to the model; what is older is left out and said so. */
export const HISTORY_BYTES_MAX = 2_097_152
/**
 * Characters of the messages that one fork copies. A copy is free, and a thread may hold 500 MB: 1,000 messages of 64 KiB
 * each fit, where a usual one has ten.
 */
export const FORK_CHARS_MAX = 67_108_864
