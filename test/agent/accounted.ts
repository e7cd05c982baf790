/** Whether the first sentences of an answer account for every condition of a drawn question. */
import type { Drawn } from './drawn-questions.ts'

export type Accounted =
  | { readonly verdict: 'ok'; readonly how: 'number' | 'asked back' }
  | { readonly verdict: 'another number' | 'a broader number' | 'silent about why'; readonly said: string }

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000 }

export function accountedFor(drawn: Drawn, answer: string): Accounted {
  const first = answer.split('\n')[0] ?? ''
  const bold = /\*\*([\d.,]+)(?: ?([%a-zA-Z]+))?[^*]*\*\*/.exec(first)
  const said = bold?.[0] ?? ''
  if (bold === null || /^\s*I (?:could not|have no)/.test(first)) {
    const lower = first.toLowerCase()
    const isNamed =
      drawn.names.some((name) => lower.includes(name.toLowerCase())) ||
      /so i give no number|there were no requests|were measured/.test(lower)
    return isNamed ? { verdict: 'ok', how: 'asked back' } : { verdict: 'silent about why', said: first }
  }
  const value = Number((bold[1] ?? '').replace(/,/g, '')) * (drawn.unit === 'ms' ? (UNITS[bold[2] ?? ''] ?? 1) : 1)
  const isNear = (wanted: number): boolean =>
    Math.abs(value - wanted) <= (drawn.unit === 'count' ? 0.004 * wanted : (drawn.tolerance ?? 0.02) * wanted + 0.06)
  if (drawn.fair.some(isNear)) return { verdict: 'ok', how: 'number' }
  const isOfOther = /^Only (?:log records|requests) carry .{1,80}, so I counted (?:log records|requests)\./.test(first)
  if (isOfOther && drawn.elsewhere?.some(isNear) === true) return { verdict: 'ok', how: 'number' }
  return { verdict: drawn.broader.some(isNear) ? 'a broader number' : 'another number', said }
}
