/** Fields of metadata schemas, with the descriptions that people and coding agents see. */
import { z } from 'zod'

const LENGTH_MAX = 4096

export const textField = (description: string) => z.string().trim().min(1).max(LENGTH_MAX).meta({ description })

export const secretField = (description: string) =>
  z.string().trim().min(1).max(LENGTH_MAX).meta({ description, sensitive: true })

export const urlField = (description: string) =>
  z
    .url({ protocol: /^https?$/ })
    .max(LENGTH_MAX)
    .meta({ description })

export const listField = (description: string) =>
  z.array(z.string().trim().min(1).max(512)).max(200).meta({ description })
