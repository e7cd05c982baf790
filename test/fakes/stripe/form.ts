/** Stripe's request bodies: form encoding with brackets, `lines[0][price_data][currency]=usd`. */
export type FormValue = string | FormObject | FormValue[]
export interface FormObject {
  [key: string]: FormValue
}

export function parseForm(text: string): FormObject {
  const root: FormObject = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map((match) => match[0])
    let at: FormObject = root
    path.forEach((key, index) => {
      if (index === path.length - 1) at[key] = value
      else {
        const next = at[key]
        at[key] = typeof next === 'object' ? next : {}
        // Lists are kept as objects of their indexes until the end.
        at = at[key] as FormObject
      }
    })
  }
  return root
}

/** Every name used, with list indexes left out: `line_items[][price_data][currency]`. */
export function namesOf(text: string): string[] {
  return [...new URLSearchParams(text).keys()].map((name) => name.replaceAll(/\[\d+\]/g, '[]'))
}

export function objectAt(form: FormObject, key: string): FormObject {
  const value = form[key]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

export function textAt(form: FormObject, key: string): string | null {
  const value = form[key]
  return typeof value === 'string' ? value : null
}

export function stringsOf(form: FormObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}
