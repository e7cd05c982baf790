/** The bytes of a Buffer, as zlib gives them: a Buffer's every `subarray` is made by a constructor in script. */
export function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
