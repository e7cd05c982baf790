/** The chunks of a body as one array; a single chunk is handed on as it is, without a copy. */
export function joinChunks(chunks: readonly Uint8Array[], lengthBytes: number): Uint8Array {
  const only = chunks[0]
  if (only && chunks.length === 1) return only
  const bytes = new Uint8Array(lengthBytes)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
