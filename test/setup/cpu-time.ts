/** Milliseconds of processor time that this thread has taken: other work on the machine does not add to them. */
export function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
