/** A follow-up without the words that only join it to its thread: "ok and now by region please". */
const LEAD =
  /^(?:(?:ok|okay|so|and|but|now|then|well|hm+|yes|no|please|pls|can you|could you|can i|could i|let me|i want to|also|just|only|what about|how about|(?:go )?back to(?= (?:all|everything|everyone|everybody)\b))[ ,.]+)*/
const TAIL = /[\s?.!,]*(?:\b(?:please|pls|then|again|as well|too)\b[\s?.!]*)?$/

/** The rest of a follow-up, in small letters. */
export function bareMove(text: string): string {
  return text.trim().replace(LEAD, '').replace(TAIL, '')
}
