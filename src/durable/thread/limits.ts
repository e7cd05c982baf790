/** Limits of threads and runs, each with the reason for its value. */

/** Maximum number of model and tool calls in one run. A run that exceeds it ends in `error` with what it found. */
export const STEPS_MAX = 24
/** Maximum working time of a run. Time without a driving instance (a crash, a deploy) does not count. */
export const WALL_LIMIT_MS = 300_000
/** Delay after a crash until the alarm resumes a run, if nothing else wakes the object earlier. */
export const LEASE_MS = 10_000
/** Maximum repetitions of a step that was started and not finished; then its run ends in `error`. */
export const STEP_REPEATS_MAX = 3
/** Maximum JSON bytes of one tool result in a block. */
export const TOOL_RESULT_BYTES_MAX = 65_536
/** Part of a message that tool results may not fill, so that the answer always has room. */
export const ANSWER_RESERVE_BYTES = 65_536
/** Maximum JSON bytes of the summary of older turns: a few pages. */
export const SUMMARY_BYTES_MAX = 32_768
/** Maximum age of the stored text of a model call in progress. Storing every chunk would cost a commit per token. */
export const CHUNK_INTERVAL_MS = 200
/** Delay before the first chunks are stored. An instant model finishes within it, so its chunks cost no write. */
export const CHUNK_FIRST_DELAY_MS = 20
/**
 * Delay from a thread's first undelivered change to its delivery to D1 and search, so that one delivery covers many
 * runs.
 */
export const OUTBOX_DELAY_MS = 400
/**
 * A new thread's row waits this long for the end of its first run, so that an instant run needs one write and not two.
 */
export const ROW_DELAY_MS = 25
/** Maximum time that an answer waits for the row. If D1 is unavailable, the thread is created all the same. */
export const ROW_WAIT_MAX_MS = 3_000
/** Delays between failed deliveries: they double from the first value up to the second. */
export const OUTBOX_RETRY_FIRST_MS = 1_000
export const OUTBOX_RETRY_MAX_MS = 300_000
/** Delays before a model call is repeated, unless the model stated one. */
export const MODEL_RETRY_FIRST_MS = 500
export const MODEL_RETRY_MAX_MS = 20_000
/** Maximum bytes of older messages given to the model. Older ones are left out, and the model is told so. */
export const HISTORY_BYTES_MAX = 2_097_152
/**
 * Characters of the messages that one fork copies. A copy is free, and a thread may hold 500 MB: 1,000 messages of 64 KiB
 * each fit, where a usual one has ten.
 */
export const FORK_CHARS_MAX = 67_108_864
