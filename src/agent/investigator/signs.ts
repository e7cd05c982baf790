/** How much a sign counts, by what else brings it. Neutral values: no set tells finer ones apart. */

/** Requests alone do not bring it: its evidence counts as the likelihoods say. */
export const SYMPTOM = 1
/** What is asked for, or what got lost on the way, brings it as well: one explanation of two. */
export const EITHER = 0.5
/** Harmless in itself. It shows that something is different, and hardly ever what. */
export const HARDLY = 0.1

/**
 * Past this many nats it is certain that something changed, and only where is open. Whom witnesses speak against gets its
 * share of no more: a tenth of very much would be certain too.
 */
export const CERTAIN = 30

/** Below this many nats a service does not count as affected. */
export const AFFECTED_MIN = 3
/** Evidence that must not raise an alarm alone, in nats: it stays under the everyday score (a test holds it). */
export const UNDER_EVERYDAY = 12
