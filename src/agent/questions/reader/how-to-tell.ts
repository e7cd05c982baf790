/** How an answer is to be told asks nothing: "explain in two sentences what broke", "mean of jvm.memory.used from the metric". */
const HOW =
  /^((?:(?:so|and|but|ok|hey|please|pls) )*)(?:(?:can|could) you )?(?:explain|tell (?:me|us)|say|describe|summari[sz]e|write)(?: it)? (?:in|with) (?:one|two|three|a few|\d|simple|plain|short|your own|a single)(?: (?:sentences?|words?|lines?|english|terms))[ ,:]+(?=(?:what|why|when|who|where|how|which|is|since)\b)/i
const FROM_METRIC = / (?:from|by|according to|out of) (?:the )?metrics?(?=[\s?.!]*$| (?:in|since|over|during)\b)/i

/** The question without such words; what they say of a metric holds only where one is named by its whole name. */
export function withoutHowToTell(question: string, metrics: readonly { readonly name: string }[]): string {
  const told = question.replace(HOW, '$1')
  const lower = told.toLowerCase()
  const isOfMetric = metrics.some(({ name }) => /[._]/.test(name) && lower.includes(name.toLowerCase()))
  return isOfMetric ? told.replace(FROM_METRIC, '') : told
}
