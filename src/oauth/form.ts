import { readBody } from '../bytes/bounded-body.ts'

/** Forms and token requests are a few hundred characters; anyone may send them. */
export const FORM_BYTES_MAX = 16_384

/** The text of a form body; null where it is too large or did not arrive. (`Request.text` warns about every type that is not text/*.) */
export async function bodyText(request: Request): Promise<string | null> {
  const bytes = await readBody(request, { bytesMax: FORM_BYTES_MAX })
  return typeof bytes === 'string' ? null : new TextDecoder().decode(bytes)
}

/** The fields of a form that a page sent; none of one that is too large. */
export async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await bodyText(request)) ?? '')
}
