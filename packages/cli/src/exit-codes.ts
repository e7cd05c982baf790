/** The exit codes of every command (docs/cli.md). */
export const EXIT = {
  ok: 0,
  /** The service did what was asked and it failed: a run that ended in an error, a refused change. */
  failed: 1,
  /** Nothing could be asked: no server, no credential, or one that the service does not accept. */
  unusable: 2,
  /** The question was answered, and the answer is that something is wrong: `changes verify`, `doctor`. */
  found: 3,
  /** The command line is wrong. */
  usage: 64,
  /** Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command line cannot be understood. */
export class UsageError extends Error {}

/** The settings of this machine do not allow a call. */
export class UnusableError extends Error {}
