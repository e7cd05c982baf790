/** Stores and brokers that a question names as what a service calls. */

import { TECHNOLOGIES, technologyOf } from '../vocabulary/technologies.ts'
import type { QuestionState } from './state.ts'

/** "Does web use redis?": the last word names a product that services are built on. */
export function storeAsked({ words }: QuestionState): string | null {
  const last =
    words.findLast(({ text }) => !/^(?:database|db|cache|queue|broker|directly|at|all|too|now)$/.test(text))?.text ?? ''
  return TECHNOLOGIES.has(last) ? (technologyOf(last)?.names[0] ?? last) : null
}
