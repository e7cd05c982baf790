/** Recognises dates written in words: `Tue Jul 26 05:47:42 2005`, `Sat Sep 17 07:49:04 PDT 2005`, `21 Nov 2026 10:11:12`, `Nov 21 10:11:12`. */
import { isAlphanumeric, isDigit } from './characters.ts'

const MONTHS = new Set(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'])
const WEEKDAYS = new Set(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])

/** The length of the names of months and weekdays above, in characters. */
export const DATE_WORD_CHARS = 3

/** A table of these names. The index has five bits per letter, which makes capitals equal to small letters. */
const DATE_WORDS = new Uint8Array(1 << 15)
for (const name of [...MONTHS, ...WEEKDAYS]) DATE_WORDS[letterBits(name, 0)] = 1

function letterBits(line: string, at: number): number {
  return ((line.charCodeAt(at) & 31) << 10) | ((line.charCodeAt(at + 1) & 31) << 5) | (line.charCodeAt(at + 2) & 31)
}

/** Returns true if the three letters at `start` may name a month or weekday: a quick test before `dateEnd`. */
export function mayBeDateWord(line: string, start: number): boolean {
  return DATE_WORDS[letterBits(line, start)] === 1
}

/** Returns the index behind the date that begins at `start` and ends before `to`; -1 if there is no date. */
export function dateEnd(line: string, start: number, to: number): number {
  const word = line.slice(start, start + 3).toLowerCase()
  let i = start
  if (WEEKDAYS.has(word)) {
    i = skipBlanks(line, line.charCodeAt(start + 3) === 44 ? start + 4 : start + 3, to)
    if (isDigit(line.charCodeAt(i))) i = skipBlanks(line, skipNumber(line, i, to), to)
    if (!MONTHS.has(line.slice(i, i + 3).toLowerCase()) || isAlphanumeric(line.charCodeAt(i + 3))) return -1
  } else if (!MONTHS.has(word)) return -1
  let end = -1
  let at = i + 3
  // Day, time, zone and year follow in any order: they are numbers, and one word of capitals between numbers.
  for (let part = 0; part < 5; part++) {
    const next = skipBlanks(line, line.charCodeAt(at) === 44 ? at + 1 : at, to)
    if (next >= to || next === at) break
    if (isDigit(line.charCodeAt(next)) || ((line.charCodeAt(next) === 43 || line.charCodeAt(next) === 45) && end > 0)) {
      at = skipNumber(line, next + 1, to)
      end = at
      continue
    }
    const zoneEnd = skipCapitals(line, next, to)
    if (end < 0 || zoneEnd - next < 2 || zoneEnd - next > 5 || !isDigit(line.charCodeAt(skipBlanks(line, zoneEnd, to))))
      break
    at = zoneEnd
  }
  return end
}

function skipBlanks(line: string, from: number, to: number): number {
  let i = from
  while (i < to && line.charCodeAt(i) === 32) i++
  return i
}

function skipNumber(line: string, from: number, to: number): number {
  let i = from
  while (i < to) {
    const code = line.charCodeAt(i)
    if (!isDigit(code) && !((code === 58 || code === 46 || code === 44) && isDigit(line.charCodeAt(i + 1)))) break
    i++
  }
  return i
}

function skipCapitals(line: string, from: number, to: number): number {
  let i = from
  while (i < to && line.charCodeAt(i) >= 65 && line.charCodeAt(i) <= 90) i++
  return i
}
