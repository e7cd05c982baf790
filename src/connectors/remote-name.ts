/**
 * The name of what is created on a platform for a stream. It depends only on the stream. If the answer to a creation
 * was lost, the created resource is found again by its name and never mistaken for another one. It has 36 characters of
 * a-z, 0-9 and `-`, which every platform accepts (DigitalOcean allows at most 42).
 */
export const remoteName = (streamId: string): string => `obs-${streamId.replaceAll('-', '').toLowerCase()}`

/** Returns a text field of the remembered state, or null. */
export function remembered(remote: Readonly<Record<string, unknown>> | null, field: string): string | null {
  const value = remote?.[field]
  return typeof value === 'string' && value !== '' ? value : null
}
