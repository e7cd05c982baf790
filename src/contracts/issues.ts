/** What is wrong with an input, place by place. */
import type { z } from 'zod'

/** Where the input is wrong: `body.message`, `query.limit`, `path.threadId`, `body.metadata.token`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** A body may be wrong in 100,000 places. The first few are named, the others counted. */
const ISSUES_SHOWN_MAX = 20
const UNKNOWN_FIELDS_SHOWN_MAX = 5
const PATH_CHARACTERS_MAX = 200

const issueAt = (path: string, message: string): Issue => ({
  path: path.length <= PATH_CHARACTERS_MAX ? path : `${path.slice(0, PATH_CHARACTERS_MAX)}…`,
  message,
})

/** What a schema found wrong in a part of the input. */
export function issuesOf(part: string, error: z.core.$ZodError): Issue[] {
  const shown = error.issues.slice(0, ISSUES_SHOWN_MAX).flatMap((issue) => {
    const path = [part, ...issue.path.map(String)].join('.')
    return issue.code === 'unrecognized_keys' ? unknownFields(path, issue.keys) : [issueAt(path, issue.message)]
  })
  const more = error.issues.length - ISSUES_SHOWN_MAX
  return more > 0 ? [...shown, issueAt(part, `has ${more} more problems`)] : shown
}

function unknownFields(path: string, keys: readonly string[]): Issue[] {
  const shown = keys.slice(0, UNKNOWN_FIELDS_SHOWN_MAX).map((key) => issueAt(`${path}.${key}`, 'is not a known field'))
  const more = keys.length - UNKNOWN_FIELDS_SHOWN_MAX
  return more > 0 ? [...shown, issueAt(path, `has ${more} more fields that are not known`)] : shown
}
