/**
 * Words with which a process says that it has used up what its own system gives it: local ports, file handles, threads, processes.
 * Such a call fails before it leaves, so a line that names whom it was meant for is about the one who writes it.
 */

/** As kernels and runtimes say it: connect(2), open(2), socket(2), fork(2), posix_spawn(3), Go, Java, .NET, Node, Python, Windows. */
export const OWN_LIMIT =
  /\b(?:(?:cannot|can't|could not|can not) assign requested address|eaddrnotavail|too many open files|emfile|enfile|out of file (?:descriptors|handles)|(?:no (?:more )?|out of |ran out of )(?:ephemeral|local) ports|only one usage of each socket address|unable to create (?:new )?native thread|can't start new thread|pthread_create failed|failed to create new os thread|cannot fork|(?:fork|clone|spawn|posix_spawn)\b.{0,120}\b(?:eagain|resource temporarily unavailable))\b/i

/**
 * How much of what such a line says belongs to the one who writes it: odds of nine to one. A callee that holds
 * connections for long can exhaust its callers, but then it is slow, which is told apart.
 */
export const OWN_SHARE = 0.9

/** Longer lines are cut, because the expression looks for words that stand apart. */
const TEXT_CHARACTERS_MAX = 2_000

export function saysOwnLimit(text: string): boolean {
  return OWN_LIMIT.test(text.slice(0, TEXT_CHARACTERS_MAX))
}
