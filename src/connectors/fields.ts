/** Fields of metadata schemas, with the descriptions that people and coding agents see. */
import { z } from 'zod'

/** Tokens that carry claims (JWTs, macaroons) have thousands of characters. */
const LENGTH_MAX = 16_384
/** Names and ids that select which resources are offered. There may be as many as in a log source's filter. */
const ITEMS_MAX = 500
const ITEM_LENGTH_MAX = 512

export const textField = (description: string) => z.string().trim().min(1).max(LENGTH_MAX).meta({ description })

export const secretField = (description: string) =>
  z.string().trim().min(1).max(LENGTH_MAX).meta({ description, sensitive: true })

export const urlField = (description: string) =>
  z
    .url({ protocol: /^https?$/ })
    .max(LENGTH_MAX)
    .meta({ description })

export const listField = (description: string) =>
  z.array(z.string().trim().min(1).max(ITEM_LENGTH_MAX)).max(ITEMS_MAX).meta({ description })
