/** Stores and brokers that a question names as what a service calls. */

import { TECHNOLOGIES } from '../vocabulary/technologies.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import type { QuestionState } from './state.ts'

/** What stores and brokers are called for short. */
const IN_FULL = wordTable<string>({
  ...{ postgres: 'postgresql', mongo: 'mongodb', rabbit: 'rabbitmq', elastic: 'elasticsearch', memcache: 'memcached' },
})

/** "Does web use redis?": the last word names a product that services are built on. */
export function storeAsked({ words }: QuestionState): string | null {
  const last =
    words.findLast(({ text }) => !/^(?:database|db|cache|queue|broker|directly|at|all|too|now)$/.test(text))?.text ?? ''
  return TECHNOLOGIES.has(last) ? (IN_FULL[last] ?? last) : null
}
