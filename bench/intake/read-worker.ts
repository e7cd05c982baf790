/** Reads a body and drops it, in the way the query names. */

import { readBody } from '../../src/bytes/bounded-body.ts'
import { joinChunks } from '../../src/bytes/join-chunks.ts'

async function chunksOf(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    chunks.push(chunk)
  }
  return joinChunks(chunks, length)
}

const READERS: Readonly<Record<string, (request: Request) => Promise<ArrayBuffer | Uint8Array | string>>> = {
  whole: (request) => request.arrayBuffer(),
  chunks: chunksOf,
  bounded: (request) => readBody(request, { bytesMax: 8 * 1024 * 1024, hold: () => true }),
}

export default {
  async fetch(request: Request): Promise<Response> {
    const read = READERS[new URL(request.url).searchParams.get('mode') ?? '']
    const body = await read?.(request)
    if (body === undefined || typeof body === 'string') return new Response(body ?? 'unknown mode', { status: 400 })
    return new Response(String(body.byteLength))
  },
}
