/** Outside of the project (server.ts): a function only where the peers are. */
declare module 'peers-reader' {
  export const decodeOtlp2: ((bytes: Uint8Array) => readonly unknown[]) | undefined
}
