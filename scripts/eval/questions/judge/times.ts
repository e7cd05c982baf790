/** Clock times of a text, UTC. Windows ("from … to …") are not moments. */
const WINDOWS =
  /\b(?:from|between)\s+(?:\S+\s){0,2}?\d{1,2}:\d{2}\S*(?:\s?UTC)?\s+(?:to|and|until|till)\s+(?:\S+\s){0,2}?\d{1,2}:\d{2}\S*(?:\s?UTC)?|\d{1,2}:\d{2}(?::\d{2})?\s?[–—-]\s?\d{1,2}:\d{2}(?::\d{2})?/gi
const CLOCK = /(?:\b(\d{4}-\d{2}-\d{2})[T ])?\b(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(am|pm)?\b/gi
const HALF_DAY_MS = 43_200_000
const DAY_MS = 86_400_000

/** Moments nearest to `aroundMs`: a clock time has no date of its own. */
export function momentsIn(text: string, aroundMs: number): number[] {
  const moments: number[] = []
  for (const [, date, hours, minutes, seconds, half] of text
    .replace(/"[^"]*"|“[^”]*”/g, ' ')
    .replace(WINDOWS, ' ')
    .matchAll(CLOCK)) {
    const hour = (Number(hours) % (half === undefined ? 24 : 12)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
    const ofDayMs = ((hour * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000
    if (date !== undefined) {
      moments.push(Date.parse(`${date}T00:00:00Z`) + ofDayMs)
      continue
    }
    const midnightMs = Math.floor(aroundMs / DAY_MS) * DAY_MS
    const near = [-1, 0, 1].map((day) => midnightMs + day * DAY_MS + ofDayMs)
    moments.push(near.find((at) => Math.abs(at - aroundMs) <= HALF_DAY_MS) ?? midnightMs + ofDayMs)
  }
  return moments
}
