/**
 * Decides about the brackets of an answer: citations of calls that were made are kept, and brackets that are no
 * citations stay as they are.
 */

/** Ids as the known providers and servers make them. */
const CALL_ID = /^(?:(?:call|toolu|tool|chatcmpl|fc|tc|function-call)[-_][\w-]{1,80}|functions\.[\w.-]{1,60}:\d{1,4})$/i
/** `[3]` after a space is a reference as in papers; after a word it is an index. */
const REFERENCE = /^\d{1,2}$/
/** Ids without a prefix are recognised only by their length. From this length on, they can be. */
const PLAIN_ID_CHARS_MIN = 8

/** Some providers name calls by nine letters and digits. Nothing else in brackets looks like that. */
const NINE = /^(?=.*[a-z])(?=.*[A-Z]).{9}$/

/** Whether a text is an id although no call has it: it looks like a provider's ids, or like the ids of this thread. */
function idTest(callIds: ReadonlySet<string>, toolNames: ReadonlySet<string>): (text: string) => boolean {
  const prefixes = new Set<string>()
  const lengths = new Set<number>()
  for (const id of callIds) {
    const prefix = /^[A-Za-z]{1,24}[-_.:]/.exec(id)?.[0]
    if (prefix !== undefined) prefixes.add(prefix)
    else if (isPlainId(id)) lengths.add(id.length)
  }
  return (text) => {
    if (callIds.has(text) || CALL_ID.test(text)) return true
    // A name without an underscore (`trace`, `coverage`) is an ordinary word too.
    if (toolNames.has(text)) return text.includes('_') || text === 'investigate'
    const prefix = /^[A-Za-z]{1,24}[-_.:]/.exec(text)?.[0]
    if (prefix !== undefined) return prefixes.has(prefix)
    return isPlainId(text) && (lengths.has(text.length) || NINE.test(text))
  }
}

function isPlainId(text: string): boolean {
  return text.length >= PLAIN_ID_CHARS_MIN && /^[A-Za-z0-9]+$/.test(text) && /[0-9]/.test(text) && /[A-Za-z]/.test(text)
}

/** Returns a function that takes a bracket's label and the character before it, and returns what is shown instead. */
export function citations(
  callIds: ReadonlySet<string>,
  toolNames: ReadonlySet<string>,
): (label: string, before: string) => string {
  const isId = idTest(callIds, toolNames)
  return (label, before) => {
    if (REFERENCE.test(label)) return /[\w\])]/.test(before) ? `[${label}]` : ''
    // Some models write their citations as code.
    const ids = label
      .replaceAll('`', '')
      .split(/[,;\s]+/)
      .filter((id) => id !== '')
    if (ids.length === 0 || !ids.every(isId)) return `[${label}]`
    return ids
      .filter((id) => callIds.has(id))
      .map((id) => `[${id}]`)
      .join('')
  }
}
