/** Returns the address if it leads to http(s) or into the console, otherwise null: data may state any address. */
export function safeUrl(url: string): string | null {
  if (/^\/console\/[!-~]*$/.test(url) && !url.includes('\\')) return url
  try {
    const { protocol, href } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}
