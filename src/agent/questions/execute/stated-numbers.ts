/** Numbers that the text of a line states: how long something took, or how many of a unit. */
const IN_LINE =
  /(?:took|duration|elapsed|time|latency)(?:_?(ms|s))?"?[=: ]+"?(\d+(?:\.\d+)?) ?(ms|msec|s|sec|seconds|milliseconds)?\b|(\d+(?:\.\d+)?) ?(ms|msec|s|sec|seconds|milliseconds)\b/i

/** A number that a line states; a time in milliseconds. */
export interface Stated {
  readonly value: number
  readonly isTime: boolean
}

function stated(read: (body: string) => number | null): (body: string) => Stated | null {
  return (body) => {
    const value = read(body)
    return value === null ? null : { value, isTime: true }
  }
}

/** What stands behind a number of a time. */
const TIME_BEHIND = '(?: ?(ms|msec|milliseconds|s|sec|secs|seconds)\\b)?'

/** Reads from a body how long something took, in milliseconds, or how many of a unit it states; null without it. */
export function bodyReader({ unit }: { readonly unit?: string | undefined }): (body: string) => Stated | null {
  if (unit === undefined) return stated(durationIn)
  // "13:04:13 cover-fetch: fetched 48 covers": neither a part of a time nor the beginning of a name.
  const before = new RegExp(
    `(?<![\\w:.#/-])(-?\\d{1,18}(?:\\.\\d{1,18})?) ?${RegExp.escape(unit)}(?:e?s)?(?![\\w[-])`,
    'i',
  )
  const behind = new RegExp(
    `\\b${RegExp.escape(unit)}(?:e?s)?["']?[=:] ?"?(-?\\d{1,18}(?:\\.\\d{1,18})?)${TIME_BEHIND}`,
    'i',
  )
  const spoken = new RegExp(
    `\\b${RegExp.escape(unit)} (?:of |is |was |at )?(-?\\d{1,18}(?:\\.\\d{1,18})?)${TIME_BEHIND}`,
    'i',
  )
  return (body) => {
    const found = behind.exec(body) ?? before.exec(body) ?? spoken.exec(body)
    if (found === null) return null
    const [, value, time] = found
    return {
      value: Number(value) * (time?.toLowerCase().startsWith('s') === true ? 1000 : 1),
      isTime: time !== undefined,
    }
  }
}

function durationIn(body: string): number | null {
  const found = IN_LINE.exec(body)
  if (found === null) return null
  const unit = (found[1] ?? found[3] ?? found[5] ?? 'ms').toLowerCase()
  return Number(found[2] ?? found[4]) * (unit.startsWith('m') ? 1 : 1000)
}
