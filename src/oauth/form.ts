/** The text of a form body. (`Request.text` warns about every content type that is not text/*.) */
export async function bodyText(request: Request): Promise<string> {
  return new TextDecoder().decode(await request.arrayBuffer())
}
