/**
 * The name of what is made on a platform for a stream. It follows from the stream alone, so that whatever was made
 * before an answer was lost is found again, and never taken for someone else's. 36 characters of a-z, 0-9 and `-`,
 * which every platform accepts (DigitalOcean allows 42 at most).
 */
export const remoteName = (streamId: string): string => `obs-${streamId.replaceAll('-', '').toLowerCase()}`

/** A text field of remembered state, or null. */
export function remembered(remote: Readonly<Record<string, unknown>> | null, field: string): string | null {
  const value = remote?.[field]
  return typeof value === 'string' && value !== '' ? value : null
}
