/** Maps the words and priorities of all senders to the four severities. */
import type { Severity } from '../../contracts/oncall-protocol.ts'
import { textOf } from './reading.ts'

const WORDS: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  crit: 'critical',
  page: 'critical',
  emergency: 'critical',
  fatal: 'critical',
  disaster: 'critical',
  blocker: 'critical',
  p0: 'critical',
  p1: 'critical',
  sev0: 'critical',
  sev1: 'critical',
  error: 'error',
  err: 'error',
  high: 'error',
  major: 'error',
  p2: 'error',
  sev2: 'error',
  warning: 'warning',
  warn: 'warning',
  medium: 'warning',
  moderate: 'warning',
  average: 'warning',
  minor: 'warning',
  ticket: 'warning',
  p3: 'warning',
  sev3: 'warning',
  low: 'info',
  info: 'info',
  informational: 'info',
  information: 'info',
  notice: 'info',
  debug: 'info',
  none: 'info',
  normal: 'info',
  p4: 'info',
  p5: 'info',
  sev4: 'info',
  sev5: 'info',
}

const WORD_CHARACTERS_MAX = 40

/** Returns the severity that the first possible value names; `otherwise` if none names one. */
export function severityOf(otherwise: Severity, ...values: readonly unknown[]): Severity {
  for (const value of values) {
    const word = textOf(value, WORD_CHARACTERS_MAX)
      .toLowerCase()
      .replace(/[\s_-]/g, '')
    const found = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
    if (found !== undefined) return found
  }
  return otherwise
}
