/**
 * Spans without status still tell of failures where a framework hands them to an operation of its own: an error page, an
 * exception mapper. Its name says so in every language's framework.
 */
const FAILURE_WORDS = new Set(['error', 'errors', 'exception', 'exceptions', 'failure', 'failures'])

/** Whether an operation's name holds a word for failure, in any spelling (`handleError`, `error_page`, `/error`). */
export function isErrorHandler(operation: string): boolean {
  return operation.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).some((word) => FAILURE_WORDS.has(word.toLowerCase()))
}
