/** Small forms that several platforms share. */

/** `Basic` of HTTP, the pair in UTF-8. */
export function basicAuth(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** Without slashes at the end, so that paths can be appended. */
export const baseOf = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

/** Platforms that finish work later are asked again after a pause. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
