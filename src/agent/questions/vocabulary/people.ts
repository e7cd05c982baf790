/** Nouns of people, in singular: who requests are from, and who is told apart. */
export const PEOPLE =
  /^(?:customer|user|person|client|visitor|patient|passenger|rider|driver|shopper|buyer|subscriber|viewer|member|account|tenant|merchant|guest|student|player|traveller|traveler|cardholder|reader|listener|author|editor|seller|attendee|employee|citizen|resident|commuter|spectator|learner|teacher|pupil|follower|donor|cyclist|tourist|borrower|applicant|policyholder|folk|boss|manager|support|everybody|colleague)$/

/** Several of them, in a form. */
export const SEVERAL_PEOPLE = `(?:${PEOPLE.source.slice(1, -1)}s|people)`

/** People of whom lines say nothing as such: who they are to others, or why they are there. In singular. */
export const EVERYDAY_PEOPLE =
  /^(?:relative|friend|family|parent|kid|child|neighbour|neighbor|fan|man|woman|adult|patron|owner|holder|recipient|sender|motorist|household|participant|runner|staff|crew|somebody|someone)$/
