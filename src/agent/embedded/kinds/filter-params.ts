/** The filter of a question as parameters of the log tools. */
import type { Asked } from '../asked.ts'

/** Returns a question's filters as parameters of a tool. What was not asked is left out. */
export function filterParams(question: Asked): Record<string, unknown> {
  return {
    services: question.services.length === 0 ? undefined : question.services,
    severityAtLeast: question.severity ?? undefined,
    text: question.text ?? undefined,
    textMode: question.text === null ? undefined : (question.textMode ?? 'all'),
    traceId: question.traceId ?? undefined,
  }
}
