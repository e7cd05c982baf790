import { readBody } from '../bytes/bounded-body.ts'

/** Forms and token requests have a few hundred characters, and anyone may send them. */
export const FORM_BYTES_MAX = 16_384

/**
 * Returns the text of a form body. Null if it is too large or did not arrive. (`Request.text` warns about every type
 * except text/*.)
 */
export async function bodyText(request: Request): Promise<string | null> {
  const bytes = await readBody(request, { bytesMax: FORM_BYTES_MAX })
  return typeof bytes === 'string' ? null : new TextDecoder().decode(bytes)
}

/** Returns the fields of a form that a page sent; none if the form is too large. */
export async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await bodyText(request)) ?? '')
}
