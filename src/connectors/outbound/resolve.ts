/** Resolves names through DNS over HTTPS (RFC 8484's JSON form), because a Worker has no resolver. */
import { z } from 'zod'

const ENDPOINT = 'https://cloudflare-dns.com/dns-query'
const TIMEOUT_MS = 3000
const answerSchema = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
})
const TYPES = { A: 1, AAAA: 28 } as const

/**
 * Returns null if the addresses could not be determined. A name may resolve differently later: the guard is only one
 * layer.
 */
export async function resolveByDns(host: string, fetcher: typeof fetch): Promise<readonly string[] | null> {
  const found = await Promise.all([query(host, 'A', fetcher), query(host, 'AAAA', fetcher)])
  const known = found.filter((addresses) => addresses !== null)
  return known.length === 0 ? null : known.flat()
}

async function query(host: string, type: keyof typeof TYPES, fetcher: typeof fetch): Promise<string[] | null> {
  try {
    const response = await fetcher(`${ENDPOINT}?name=${encodeURIComponent(host)}&type=${type}`, {
      headers: { accept: 'application/dns-json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { Answer } = answerSchema.parse(await response.json())
    return (Answer ?? []).filter((record) => record.type === TYPES[type]).map((record) => record.data)
  } catch {
    return null
  }
}
