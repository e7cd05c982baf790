/** Limits of a thread that its callers need to know too. */

/** Messages that may wait behind the running one. */
export const WAITING_RUNS_MAX = 100
/** Messages of a thread, the answers to accepted ones included. */
export const THREAD_MESSAGES_MAX = 1_000
/** JSON bytes of one message. */
export const MESSAGE_BYTES_MAX = 524_288
