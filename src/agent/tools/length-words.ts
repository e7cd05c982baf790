/** A length between two moments as people say it: "8 s", "6 min 12 s". */
export function lengthWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
