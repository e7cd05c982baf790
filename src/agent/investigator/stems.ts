/**
 * Stems: log shapes of one service that differ only in values. A shape masks typed variables. Words that stand where a
 * value stands (`station: york`, `type=Fast`, the inside of a bracket after `:` or `=`) still make different shapes,
 * and a change in what users ask for would look like new and vanished lines. A stem masks those words too.
 */

/** Longer text is a dumped value. */
const STEM_CHARS_MAX = 160
/**
 * At most this much of a template is read for its stem, because brackets and signs are searched for from each other's
 * positions.
 */
const TEMPLATE_CHARS_MAX = 2_000

/**
 * A value in dotted parts, such as a signed token: a shape masks the parts that look like one, and by chance leaves pieces of
 * the others. Where the first two are variables, all of it is one.
 */
const MASKED_PARTS = /<\*>\.<\*>[\w.<*>-]+/g

/** Returns the stem of a template: its words without values. Lines of one log statement are thus counted together. */
export function stemOf(template: string): string {
  const flat = collapseNested(template.slice(0, TEMPLATE_CHARS_MAX))
  return flat
    .replace(MASKED_PARTS, '<v>')
    .replace(/([:=])[ \t]*[^\s,;[\](){}<>"']+(?=$|[,;\])}])/g, '$1<v>')
    .replace(/([=])[^\s,;[\](){}]+/g, '$1<v>')
    .replace(/<[^<>\s]{1,24}>/g, '<v>')
    .replace(/(?:<v>[\s,;:./-]*)+/g, '<v>')
    .replace(/\d+/g, '0')
    .slice(0, STEM_CHARS_MAX)
}

/** Replaces a bracketed group that follows `:`, `=` or a value by one mark, however deep it nests. */
function collapseNested(text: string): string {
  let out = ''
  let depth = 0
  let opener = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (depth > 0) {
      if (char === opener) depth++
      else if (char === closerOf(opener)) {
        depth--
        if (depth === 0) out += '<v>'
      }
      continue
    }
    if ((char === '(' || char === '[' || char === '{') && isAfterValueSign(out)) {
      depth = 1
      opener = char
      continue
    }
    out += char
  }
  return depth > 0 ? `${out}<v>` : out
}

function closerOf(opener: string): string {
  return opener === '(' ? ')' : opener === '[' ? ']' : '}'
}

/** `:` or `=` right before, or one word after such a sign (`info=Ticket{…}`, `request: Seat(…)`). */
function isAfterValueSign(before: string): boolean {
  return /[:=]\s*[\w.$]*$/.test(before)
}
