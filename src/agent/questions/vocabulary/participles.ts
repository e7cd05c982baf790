/** What was done with a thing: "sent", "refused"; a part of a regular expression, of small letters. */
export const PARTICIPLE =
  '[a-z]{2,28}ed|sent|resent|taken|sold|lost|held|kept|paid|bought|built|given|drawn|brought|caught|put|made|written|read|left|found'
