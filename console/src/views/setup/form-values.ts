/** What people type into forms, as the API takes it. */

/** Empty fields of a form are left out of a request. */
export const given = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined)

/** `a, b` as a list. */
export const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
