/** Small helpers for formats that several platforms share. */

/** HTTP `Basic` credentials; the pair is encoded as UTF-8. */
export function basicAuth(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** Removes trailing slashes, so that paths can be appended. */
export const baseOf = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

/** Waits before a platform is polled again for work that it finishes later. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
